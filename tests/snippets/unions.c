#include "show.h"
#include <string.h>
#include <stdint.h>
union u {
    float f;
    uint32_t i;
    uint8_t b[4];
};
int main(void)
{
    union u x;
    x.f = 1.5f;
    show(x.i);
    show(x.b[3]);
    x.b[0] = 1;
    show(x.i);
    double d = -2.0;
    uint64_t q;
    memcpy(&q, &d, 8);
    show(q >> 32);
    union {
        struct {
            short a, b;
        } s;
        int i;
    } y = {.i = 0x00020001};
    show(y.s.a);
    show(y.s.b);
    union {
        long long l;
        char c[8];
    } z = {0};
    z.c[7] = -1;
    show(z.l < 0);
    show(sizeof(union {
        char c[5];
        int i;
    }));
    struct {
        char t;
        union {
            int i;
            double d;
        };
    } w = {1, {.d = 2.5}};
    show_double(w.d);
    show(sizeof w);
    int arr[2] = {1, 2};
    show(*(long long *)arr == 0x200000001LL);
    return 0;
}
