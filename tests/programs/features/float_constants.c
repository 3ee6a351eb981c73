/* Floating constants in all spellings, hexadecimal included. */
#include <float.h>
#include <stdio.h>

int main(void) {
    double values[] = {1., .5, 1e3, 1E-3, 1.5e+2, 0x1p0, 0x1.8p1, 0x.8p-2, 0xAp3, 0X1.FP-4, 017.5, 1e0, 123456789012345678.0};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        printf("%u %.17g\n", i, values[i]);
    float singles[] = {1.f, .5F, 1e3f, 0x1p-3f, 0x1.fffffep127f, 3.4028234e38f, 1.1754944e-38f};
    for (unsigned i = 0; i < sizeof singles / sizeof singles[0]; i++)
        printf("%u %.9g\n", i, singles[i]);
    printf("%zu %zu\n", sizeof 1.0, sizeof 1.0f);
    printf("%d %d %g %g\n", FLT_DIG, DBL_MANT_DIG, FLT_EPSILON, DBL_EPSILON);
    printf("%.17g %.17g\n", DBL_MAX, DBL_MIN);
    printf("%a %a %a\n", 1.0, 0.1, -2.5);
    printf("%d %d\n", 1e1 == 10, 0x1p4 == 16);
    printf("%d\n", 0.1f == 0.1);
    printf("%.0f %.0f\n", 1e22, 1e23);
    const double third = 1.0 / 3;
    static double global_like = 2.0 / 3 + 1;
    printf("%.17g %.17g\n", third, global_like);
    long double l = 2.5L;
    printf("%g\n", (double)l);
    return (int)0x1.4p3;
}
