/* Unions and type punning through them. */
#include <stdio.h>
#include <stdint.h>

union number {
    uint32_t u;
    int32_t i;
    float f;
    uint8_t bytes[4];
    struct {
        uint16_t low, high;
    } halves;
};

struct tagged {
    enum { INTEGER, REAL, TEXT } tag;
    union {
        long integer;
        double real;
        const char *text;
    } value;
};

union with_bits {
    struct {
        unsigned a : 4, b : 12, c : 16;
    } fields;
    unsigned all;
};

static void show(struct tagged t) {
    switch (t.tag) {
    case INTEGER:
        printf("integer %ld\n", t.value.integer);
        break;
    case REAL:
        printf("real %g\n", t.value.real);
        break;
    case TEXT:
        printf("text %s\n", t.value.text);
    }
}

int main(void) {
    union number n = {0x12345678};
    printf("%02x %02x %02x %02x\n", n.bytes[0], n.bytes[1], n.bytes[2], n.bytes[3]);
    printf("%04x %04x\n", n.halves.low, n.halves.high);
    n.f = 1.0f;
    printf("%08x\n", n.u);
    n.u |= 0x80000000;
    printf("%g %d\n", n.f, n.i < 0);
    n.bytes[0] = 1;
    n.halves.high = 0;
    printf("%u\n", n.u);
    printf("%zu\n", sizeof n);
    union number by_name = {.f = -2.5f}, copy = by_name;
    copy.bytes[3] ^= 0x80;
    printf("%g %g\n", by_name.f, copy.f);

    show((struct tagged){INTEGER, {42}});
    show((struct tagged){REAL, {.real = 2.5}});
    show((struct tagged){.value.text = "hello", .tag = TEXT});

    union with_bits w = {.all = 0};
    w.fields.a = 5;
    w.fields.b = 0xabc;
    w.fields.c = 0x1234;
    printf("%08x\n", w.all);
    w.all = 0xffffffff;
    w.fields.b = 0;
    printf("%08x %u %u\n", w.all, w.fields.a, w.fields.c);

    union {
        double d;
        uint64_t u;
        struct {
            uint64_t mantissa : 52, exponent : 11, sign : 1;
        };
    } ieee = {-6.25};
    printf("%016lx %lx %d %d\n", (unsigned long)ieee.u, (unsigned long)ieee.mantissa, (int)ieee.exponent, (int)ieee.sign);
    union { char c; long long l[2]; } padded = {'x'};
    printf("%zu %c\n", sizeof padded, padded.c);
    union number array[2] = {{1}, {.i = -1}};
    return array[0].bytes[0] + (array[1].halves.high == 65535);
}
