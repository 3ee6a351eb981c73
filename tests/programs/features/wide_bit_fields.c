/* gcc computes with a bit-field that is wider than int in as many bits as it has. */
#include <stdarg.h>
#include <stdio.h>

typedef unsigned long long wide;

struct record {
    wide narrow : 33, middle : 40, broad : 41;
    long long number : 35;
    unsigned long address : 48, tag : 16;
};

static wide first_of(int count, ...)
{
    va_list list;
    wide value;

    va_start(list, count);
    value = va_arg(list, wide);
    va_end(list);
    return value;
}

static void show(const char *what, wide value)
{
    printf("%s %llx\n", what, value);
}

int main(void)
{
    struct record a = {0x100000, 0x100000, 0x100000, -3, 0xffff12345678, 0xffff};
    struct record b = {0x100000000, 0x100000000, 0x100000000, 5, 1, 1};

    show("product", a.narrow * a.narrow);
    show("with a broader one", a.narrow * a.broad);
    show("below zero", a.narrow - b.narrow);
    show("below zero, broader", a.narrow - b.middle);
    show("sum", b.narrow + b.narrow);
    show("sum with a long", b.narrow + (long)b.narrow);
    show("shifted", a.address << 16);
    show("shifted and joined", a.address << 16 | a.tag);
    show("complement", ~a.narrow);
    show("negated", -a.narrow);
    show("as an argument", first_of(1, a.narrow));
    show("chosen", a.tag ? a.narrow - b.narrow : 1);
    show("of the other arm", a.tag ? 1 : a.middle);
    printf("%d %lld %lld\n", a.tag + 1, (long long)(a.number * 2), (long long)-a.number);
    printf("%d %d %d %d\n", a.number < 0, a.narrow - b.narrow > 0, -a.narrow > 5, !a.narrow);
    a.narrow += b.narrow;
    a.narrow += b.narrow;
    show("twice added", a.narrow);
    show("and counted down", --a.narrow);
    show("before", a.narrow++);
    a.narrow = 0;
    show("minus 1", a.narrow - 1);
    show("minus 1L", a.narrow - 1L);
    show("minus 1ULL", a.narrow - 1ULL);
    printf("%f %f\n", (double)a.number, a.middle * 1.5);
    printf("%zu %zu\n", sizeof(a.narrow + 1), sizeof(-a.number));
    switch (a.narrow - 1) {
    case 0x1ffffffff:
        puts("33 bits");
        break;
    default:
        puts("other");
    }
    return 0;
}
