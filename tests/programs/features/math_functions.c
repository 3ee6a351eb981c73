/* math.h where the result is exact: rounding, fmod, splitting, classification. */
#include <math.h>
#include <stdio.h>

int main(void) {
    double values[] = {2.5, -2.5, 3.5, 0.5, -0.5, 1e15 + 0.5, 7.0, -0.0};
    for (int i = 0; i < 8; i++) {
        double v = values[i];
        printf("%g: %g %g %g %g %g\n", v, floor(v), ceil(v), trunc(v), round(v), rint(v));
    }
    printf("%g %g %g\n", fmod(7, 3), fmod(-7, 3), fmod(5.5, 1.25));
    printf("%g %g %g\n", fabs(-3.5), fmin(1, 2), fmax(1, 2));
    printf("%g %g %g\n", sqrt(16), sqrt(0.25), sqrt(1e10));
    printf("%d %d %d %d\n", isnan(NAN), isnan(1.0), !!isinf(INFINITY), isfinite(1.0));
    printf("%d %d\n", !!signbit(-1.0), !!signbit(1.0));
    printf("%g %g\n", copysign(3, -1), copysign(-3, 1));
    printf("%g %g\n", (double)fabsf(-2.5f), (double)floorf(2.75f));
    printf("%ld %ld\n", lround(2.5), lround(-2.5));
    return isgreater(2.0, 1.0) ? 5 : 6;
}
