/* Integer promotions and the usual arithmetic conversions. */
#include <stdio.h>

#define TYPE(e) _Generic((e), char: "char", signed char: "schar", unsigned char: "uchar", short: "short",             \
    unsigned short: "ushort", int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong",                  \
    long long: "llong", unsigned long long: "ullong", float: "float", double: "double", _Bool: "bool", default: "?")

struct bits {
    unsigned narrow : 5;
    unsigned full : 32;
    int sign : 7;
};

int main(void) {
    char c = 1;
    unsigned char uc = 255;
    short s = -1;
    unsigned short us = 65535;
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    long long ll = 1;
    unsigned long long ull = 1;
    float f = 1;
    double d = 1;
    _Bool b = 1;
    struct bits bits = {3, 4, -2};

    puts(TYPE(c));
    puts(TYPE(+c));
    puts(TYPE(c + c));
    puts(TYPE(uc + us));
    puts(TYPE(~us));
    puts(TYPE(-b));
    puts(TYPE(!ul));
    puts(TYPE(i + u));
    puts(TYPE(u + l));
    puts(TYPE(l + ul));
    puts(TYPE(l + ll));
    puts(TYPE(ul + ll));
    puts(TYPE(ull + i));
    puts(TYPE(f + i));
    puts(TYPE(f + ull));
    puts(TYPE(f + d));
    puts(TYPE(us << l));
    puts(TYPE(i >> ull));
    puts(TYPE(i < u));
    puts(TYPE(1 ? i : ul));
    puts(TYPE((c, s)));
    puts(TYPE(+bits.narrow));
    puts(TYPE(+bits.full));
    puts(TYPE('a'));
    puts(TYPE(i ? c : c));
    puts(TYPE(c++));
    puts(TYPE(us = 3));

    us = 65535;
    c = 1;
    printf("%d\n", i < u);
    printf("%d\n", i < (int)u);
    printf("%d\n", l < u);
    printf("%d\n", l < ul);
    printf("%d\n", s < us);
    printf("%d\n", -1 < bits.narrow);
    printf("%d\n", -1 < bits.full);
    printf("%d\n", (unsigned char)~uc == ~uc);
    printf("%d\n", uc << 16 >> 20);
    printf("%u\n", u - 2 > 0 ? u - 2 : 7);
    printf("%ld\n", (long)(u - 2));
    printf("%ld\n", (long)(int)(u - 2));
    printf("%d\n", us * 2);
    printf("%d\n", (us + us) / 2);
    printf("%d\n", sizeof(char) - 2 > 0);
    return 0;
}
