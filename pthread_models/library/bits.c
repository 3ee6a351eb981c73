/* gcc's builtins that look at single bits, without loops or branches, so that they stay small in formulas. */
#include <strings.h>

int __smtcb_popcountll(unsigned long long value);
int __smtcb_popcountl(unsigned long value);
int __smtcb_popcount(unsigned int value);
int __smtcb_parityll(unsigned long long value);
int __smtcb_parityl(unsigned long value);
int __smtcb_parity(unsigned int value);
int __smtcb_ctzll(unsigned long long value);
int __smtcb_ctzl(unsigned long value);
int __smtcb_ctz(unsigned int value);
int __smtcb_clzll(unsigned long long value);
int __smtcb_clzl(unsigned long value);
int __smtcb_clz(unsigned int value);
int __smtcb_ffsll(long long value);
int __smtcb_ffsl(long value);
int __smtcb_ffs(int value);
int __smtcb_clrsbll(long long value);
int __smtcb_clrsbl(long value);
int __smtcb_clrsb(int value);

/* Adds neighbouring bits, then pairs, then groups of four; the multiplication adds the bytes up in the highest one. */
int __smtcb_popcountll(unsigned long long value)
{
    value = value - (value >> 1 & 0x5555555555555555ULL);
    value = (value & 0x3333333333333333ULL) + (value >> 2 & 0x3333333333333333ULL);
    value = (value + (value >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)(value * 0x0101010101010101ULL >> 56);
}

int __smtcb_popcountl(unsigned long value)
{
    return __smtcb_popcountll(value);
}

int __smtcb_popcount(unsigned int value)
{
    return __smtcb_popcountll(value);
}

int __smtcb_parityll(unsigned long long value)
{
    return __smtcb_popcountll(value) & 1;
}

int __smtcb_parityl(unsigned long value)
{
    return __smtcb_popcountll(value) & 1;
}

int __smtcb_parity(unsigned int value)
{
    return __smtcb_popcountll(value) & 1;
}

/* The zeros below the lowest one are the ones of (lowest one) - 1. */
int __smtcb_ctzll(unsigned long long value)
{
    return __smtcb_popcountll((value & (0 - value)) - 1);
}

int __smtcb_ctzl(unsigned long value)
{
    return __smtcb_ctzll(value);
}

int __smtcb_ctz(unsigned int value)
{
    return __smtcb_ctzll(value);
}

/* The zeros above the highest one are those that remain when it is copied to all places below it. */
int __smtcb_clzll(unsigned long long value)
{
    value |= value >> 1;
    value |= value >> 2;
    value |= value >> 4;
    value |= value >> 8;
    value |= value >> 16;
    value |= value >> 32;
    return 64 - __smtcb_popcountll(value);
}

int __smtcb_clzl(unsigned long value)
{
    return __smtcb_clzll(value) - (64 - 8 * (int)sizeof(long));
}

int __smtcb_clz(unsigned int value)
{
    return __smtcb_clzll(value) - 32;
}

int __smtcb_ffsll(long long value)
{
    return value == 0 ? 0 : __smtcb_ctzll((unsigned long long)value) + 1;
}

int __smtcb_ffsl(long value)
{
    return __smtcb_ffsll(value);
}

int __smtcb_ffs(int value)
{
    return __smtcb_ffsll(value);
}

/* How many bits after the sign bit are like it. */
int __smtcb_clrsbll(long long value)
{
    return __smtcb_clzll((unsigned long long)(value < 0 ? ~value : value)) - 1;
}

int __smtcb_clrsbl(long value)
{
    return __smtcb_clrsbll(value) - (64 - 8 * (int)sizeof(long));
}

int __smtcb_clrsb(int value)
{
    return __smtcb_clrsbll(value) - 32;
}

int ffsll(long long value)
{
    return __smtcb_ffsll(value);
}

int ffsl(long value)
{
    return __smtcb_ffsll(value);
}

int ffs(int value)
{
    return __smtcb_ffsll(value);
}
