#include "show.h"
#include <math.h>
int main(void)
{
    show(isnan(0.0 / 0.0) != 0);
    show(isinf(1e308 * 10) != 0);
    show(signbit(-0.0) != 0);
    show(fpclassify(1.0) == FP_NORMAL);
    show_double(floor(-2.5));
    show_double(ceil(2.1));
    show_double(fmod(-7, 3));
    show(lround(2.5));
    show_double(trunc(-2.7));
    show_double(fabs(-1));
    show_double(sqrt(2));
    show_double(pow(2, 8));
    show_double(fmax(1, 2));
    show_double(hypot(3, 4));
    double ip;
    show_double(modf(-3.75, &ip));
    show_double(ip);
    int e;
    show_double(frexp(10, &e));
    show(e);
    show_double(ldexp(0.75, 3));
    show_double(copysign(2, -1));
    show_double(cbrt(8));
    show_double(round(-0.5));
    show_double(M_PI);
    show(HUGE_VAL > 1e308);
    return 0;
}
