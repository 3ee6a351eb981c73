/* gcc's builtins behind the classification macros of math.h, on double: widening a float keeps all of this, but for
   whether it is normal, which is asked with the float's own limit. */
#include <float.h>
#include <math.h>

union double_bits {
    double value;
    unsigned long long bits;
};

int __smtcb_isnan(double value)
{
    return value != value;
}

int __smtcb_isinf_sign(double value)
{
    return value > DBL_MAX ? 1 : value < -DBL_MAX ? -1 : 0;
}

int __smtcb_isinf(double value)
{
    return value > DBL_MAX || value < -DBL_MAX;
}

int __smtcb_isfinite(double value)
{
    return value >= -DBL_MAX && value <= DBL_MAX;
}

int __smtcb_isnormal(double value)
{
    double magnitude = value < 0 ? -value : value;

    return magnitude >= DBL_MIN && magnitude <= DBL_MAX;
}

int __smtcb_signbit(double value)
{
    union double_bits raw;

    raw.value = value;
    return (int)(raw.bits >> 63);
}

int __smtcb_isgreater(double left, double right)
{
    return left > right;
}

int __smtcb_isgreaterequal(double left, double right)
{
    return left >= right;
}

int __smtcb_isless(double left, double right)
{
    return left < right;
}

int __smtcb_islessequal(double left, double right)
{
    return left <= right;
}

int __smtcb_islessgreater(double left, double right)
{
    return left < right || left > right;
}

int __smtcb_isunordered(double left, double right)
{
    return left != left || right != right;
}

/* The first five arguments are what to answer for each class. */
int __smtcb_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, double value)
{
    if (value != value)
        return nan;
    if (value == 0)
        return zero;
    if (__smtcb_isinf(value))
        return infinite;
    return __smtcb_isnormal(value) ? normal : subnormal;
}
