/* The functions of math.h that are exact: rounding, the parts of a number, choices. What is rounded in other ways (sqrt,
   pow, sin, ...) is the executor's. A long double is a double here. */
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <smtcb.h>

union double_bits {
    double value;
    unsigned long long bits;
};

union float_bits {
    float value;
    unsigned int bits;
};

enum { FRACTION_BITS = 52, EXPONENT_MASK = 0x7ff, BIAS = 1023, TWO_54 = 54 };

static unsigned long long bits_of(double x)
{
    union double_bits raw;

    raw.value = x;
    return raw.bits;
}

static double of_bits(unsigned long long bits)
{
    union double_bits raw;

    raw.bits = bits;
    return raw.value;
}

static int biased_exponent(double x)
{
    return (int)(bits_of(x) >> FRACTION_BITS) & EXPONENT_MASK;
}

double copysign(double x, double sign)
{
    return of_bits((bits_of(x) & ~(1ULL << 63)) | (bits_of(sign) & (1ULL << 63)));
}

/* Halves are rounded away from zero. */
double round(double x)
{
    double whole = trunc(x);
    double rest = x - whole;

    if (rest >= 0.5)
        whole = whole + 1.0;
    else if (rest <= -0.5)
        whole = whole - 1.0;
    return copysign(whole, x);
}

/* What does not fit becomes the most negative number, as on x86. */
long long llround(double x)
{
    double whole = round(x);

    return whole >= -0x1p63 && whole < 0x1p63 ? (long long)whole : LLONG_MIN;
}

long lround(double x)
{
    double whole = round(x);

    return whole >= (double)LONG_MIN && whole < -(double)LONG_MIN ? (long)whole : LONG_MIN;
}

long long llrint(double x)
{
    double whole = rint(x);

    return whole >= -0x1p63 && whole < 0x1p63 ? (long long)whole : LLONG_MIN;
}

long lrint(double x)
{
    double whole = rint(x);

    return whole >= (double)LONG_MIN && whole < -(double)LONG_MIN ? (long)whole : LONG_MIN;
}

double modf(double x, double *whole)
{
    double part = trunc(x);

    *whole = part;
    return copysign(x - part != x - part ? (x != x ? x : 0.0) : x - part, x);
}

double frexp(double x, int *exponent)
{
    int biased = biased_exponent(x);

    if (biased == 0 && x != 0.0) {
        double fraction = frexp(x * 0x1p54, exponent);

        *exponent -= TWO_54;
        return fraction;
    }
    if (x == 0.0 || biased == EXPONENT_MASK) {
        *exponent = 0;
        return x;
    }
    *exponent = biased - (BIAS - 1);
    return of_bits((bits_of(x) & ~((unsigned long long)EXPONENT_MASK << FRACTION_BITS))
                   | ((unsigned long long)(BIAS - 1) << FRACTION_BITS));
}

/* In at most three steps, of which the last one alone rounds. */
double scalbn(double x, int n)
{
    double y = x;

    if (n > 1023) {
        y = y * 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            y = y * 0x1p1023;
            n -= 1023;
            if (n > 1023)
                n = 1023;
        }
    } else if (n < -1022) {
        y = y * (0x1p-1022 * 0x1p53);
        n += 1022 - 53;
        if (n < -1022) {
            y = y * (0x1p-1022 * 0x1p53);
            n += 1022 - 53;
            if (n < -1022)
                n = -1022;
        }
    }
    return y * of_bits((unsigned long long)(BIAS + n) << FRACTION_BITS);
}

double ldexp(double x, int n)
{
    return scalbn(x, n);
}

double scalbln(double x, long n)
{
    return scalbn(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n);
}

int ilogb(double x)
{
    int biased = biased_exponent(x);

    if (x == 0.0)
        return FP_ILOGB0;
    if (biased == EXPONENT_MASK)
        return x != x ? FP_ILOGBNAN : INT_MAX;
    if (biased == 0)
        return biased_exponent(x * 0x1p54) - TWO_54 - BIAS;
    return biased - BIAS;
}

double logb(double x)
{
    if (x == 0.0)
        return -1.0 / fabs(x);
    if (biased_exponent(x) == EXPONENT_MASK)
        return x * x;
    return ilogb(x);
}

double nextafter(double x, double y)
{
    unsigned long long bits = bits_of(x);

    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0.0)
        return copysign(0x1p-1074, y);
    return of_bits((x < y) == (x > 0.0) ? bits + 1 : bits - 1);
}

float nextafterf(float x, float y)
{
    union float_bits raw;

    raw.value = x;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0.0f)
        return (float)copysign(0x1p-149, y);
    raw.bits = (x < y) == (x > 0.0f) ? raw.bits + 1 : raw.bits - 1;
    return raw.value;
}

double fmax(double x, double y)
{
    return x != x ? y : y != y ? x : x == y ? (bits_of(x) >> 63 ? y : x) : x > y ? x : y;
}

double fmin(double x, double y)
{
    return x != x ? y : y != y ? x : x == y ? (bits_of(x) >> 63 ? x : y) : x < y ? x : y;
}

double fdim(double x, double y)
{
    return x != x || y != y ? x + y : x > y ? x - y : 0.0;
}

void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

/* Numbers are rounded to the nearest one, here and in all that the executor computes. */
int fegetround(void)
{
    return FE_TONEAREST;
}

int fesetround(int rounding)
{
    if (rounding != FE_TONEAREST)
        __smtcb_unsupported("a rounding that is not to the nearest number");
    return 0;
}

/* The same for float and long double: widening is exact, and there is one rounding at most. */
#define VARIANTS(type, suffix)                                                                                          \
    type copysign##suffix(type x, type sign) { return (type)copysign(x, sign); }                                        \
    type round##suffix(type x) { return (type)round(x); }                                                               \
    long lround##suffix(type x) { return lround(x); }                                                                   \
    long long llround##suffix(type x) { return llround(x); }                                                            \
    long lrint##suffix(type x) { return lrint(x); }                                                                     \
    long long llrint##suffix(type x) { return llrint(x); }                                                              \
    type frexp##suffix(type x, int *exponent) { return (type)frexp(x, exponent); }                                      \
    type scalbn##suffix(type x, int n) { return (type)scalbn(x, n); }                                                   \
    type ldexp##suffix(type x, int n) { return (type)scalbn(x, n); }                                                    \
    type scalbln##suffix(type x, long n) { return (type)scalbln(x, n); }                                                \
    int ilogb##suffix(type x) { return ilogb(x); }                                                                      \
    type logb##suffix(type x) { return (type)logb(x); }                                                                 \
    type fmax##suffix(type x, type y) { return (type)fmax(x, y); }                                                      \
    type fmin##suffix(type x, type y) { return (type)fmin(x, y); }                                                      \
    type fdim##suffix(type x, type y) { return (type)fdim(x, y); }                                                      \
    type modf##suffix(type x, type *whole)                                                                              \
    {                                                                                                                   \
        double part;                                                                                                    \
        type rest = (type)modf(x, &part);                                                                               \
                                                                                                                        \
        *whole = (type)part;                                                                                            \
        return rest;                                                                                                    \
    }

VARIANTS(float, f)
VARIANTS(long double, l)
