#include "show.h"
#include <stdint.h>
#include <string.h>
static void put32(uint8_t *p, uint32_t v)
{
    p[0] = v;
    p[1] = v >> 8;
    p[2] = v >> 16;
    p[3] = v >> 24;
}
static uint32_t get32(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}
struct __attribute__((packed)) hdr {
    uint8_t t;
    uint16_t l;
    uint32_t s;
};
int main(void)
{
    uint8_t b[8];
    put32(b, 0xdeadbeef);
    show(get32(b));
    struct hdr h;
    uint8_t raw[] = {1, 2, 0, 3, 0, 0, 0};
    memcpy(&h, raw, sizeof h);
    show(h.t + h.l + h.s);
    show(sizeof h);
    h.l = 0x1234;
    memcpy(raw, &h, 7);
    show(raw[1]);
    int x = 1;
    show(*(char *)&x);
    uint64_t q = 0;
    for (int i = 0; i < 8; i++)
        q = q << 8 | i;
    show(q);
    return 0;
}
