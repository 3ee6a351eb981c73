/* Sizes, limits and wrap-around of every integer type. */
#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = CHAR_MAX;
    signed char sc = SCHAR_MIN;
    unsigned char uc = UCHAR_MAX;
    short s = SHRT_MIN;
    unsigned short us = USHRT_MAX;
    int i = INT_MIN;
    unsigned u = UINT_MAX;
    long l = LONG_MIN;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MAX;
    unsigned long long ull = ULLONG_MAX;
    printf("%d %d %d %d %d\n", c, sc, uc, s, us);
    printf("%d %u %ld %lu %lld %llu\n", i, u, l, ul, ll, ull);
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof c, sizeof s, sizeof i, sizeof l, sizeof ll, sizeof(void *));

    uc++;
    us += 2;
    u = u + 5;
    ul -= ULONG_MAX - 1;
    ull *= 3;
    printf("%d %d %u %lu %llu\n", uc, us, u, ul, ull);

    uc = 300;
    sc = 200;
    s = 70000;
    c = -129;
    us = -1;
    i = 4294967295u;
    printf("%d %d %d %d %d %d\n", uc, sc, s, c, us, i);

    short int unsigned odd_order = 65535;
    long unsigned int long mixed = 1;
    int long signed negative = -7;
    printf("%d %llu %ld\n", odd_order, mixed << 63, negative);

    /* small types wrap when stored, not while computing */
    unsigned char a = 200, b = 100;
    int wide = a + b;
    unsigned char narrow = a + b;
    printf("%d %d %d\n", wide, narrow, (unsigned char)(a + b) == wide);
    sc = 127;
    sc++;
    s = 32767;
    ++s;
    printf("%d %d\n", sc, s);
    int before = sc-- + s--;
    printf("%d\n", before);
    printf("%d %d\n", sc, s);
    return CHAR_BIT;
}
