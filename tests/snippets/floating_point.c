#include "show.h"
#include <math.h>
#include <float.h>
int main(void)
{
    float f = 0.1f;
    double d = 0.1;
    show(f == d);
    show((double)f > d);
    show_double(f * 3);
    show_double(d + 0.2);
    show((int)1e9f);
    show((long)1e18);
    show_double(1.0 / 3);
    show(0.0 == -0.0);
    show(1 / 0.0 > DBL_MAX);
    show((float)16777217);
    show_double((float)1e40);
    show((int)(0.1 + 0.2 == 0.3));
    show(NAN == NAN);
    show(NAN != NAN);
    show_double(5.0 / 2);
    show(7 / 2 * 2.0 == 6.0);
    show_double((double)(1LL << 53) + 1);
    show((unsigned)3e9);
    show((unsigned long)1.8e19 > 0);
    show_double(-1u);
    show_double((float)0xffffffffu);
    show(1.5f + 1 == 2.5);
    show_double(1e308 * 10);
    show((char)65.9);
    show(!0.0);
    show(!0.5);
    double x = 2;
    x *= 1.5;
    x -= .5;
    show_double(x);
    int i = 3;
    i *= 1.5;
    show(i);
    i /= 0.5;
    show(i);
    show(0x1.8p1 == 3.0);
    show_double(1e-320);
    show((_Bool)0.1);
    return 0;
}
