/* IEEE float and double: arithmetic, comparison, rounding, special values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned bits_of(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static unsigned long long bits_of_double(double d) {
    unsigned long long u;
    memcpy(&u, &d, sizeof u);
    return u;
}

static double half(double x) { return x / 2; }
static float third(float x) { return x / 3; }

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    printf("%.10f %.20f\n", f, d);
    printf("%d %d\n", f == d, f == (float)d);
    printf("%08x %016llx\n", bits_of(f), bits_of_double(d));
    printf("%08x\n", bits_of(third(1)));
    printf("%016llx\n", bits_of_double(half(third(10))));
    float sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1f;
    printf("%.9g %d\n", sum, sum == 1.0f);
    double dsum = 0;
    for (int i = 0; i < 10; i++)
        dsum += 0.1;
    printf("%.17g %d\n", dsum, dsum == 1.0);

    double zero = 0.0, inf = 1 / zero, nan = zero / zero;
    printf("%f %f %d %d\n", inf, -inf, nan == nan, nan != nan);
    printf("%d %d %d\n", nan < 1, nan > 1, !(nan <= 1));
    printf("%d %d\n", 0.0 == -0.0, 1 / -zero < 0);
    printf("%d %d\n", inf > 1e308, -inf < -1e308);
    printf("%g %g\n", 1e308 * 10, 4.9e-324 / 2);
    printf("%016llx %08x\n", bits_of_double(-0.0), bits_of(-0.0f));
    printf("%08x %08x\n", bits_of(1e-45f), bits_of(1e39));
    printf("%08x\n", bits_of(16777217.0));

    f = 7;
    f /= 2;
    f++;
    f -= 0.25;
    f *= 1.5f;
    printf("%f %e %g\n", f, f, f);
    d = -f;
    printf("%g %g %g\n", d, +d, fabs(d));
    int i = f, j = d;
    printf("%d %d %d\n", i, j, (int)(f + 0.5f));
    printf("%d %d\n", !d, d && f);
    printf("%g %g %g %g\n", floor(-1.5), ceil(-1.5), trunc(-1.5), sqrt(2.25));
    printf("%.1f %.1f %.1f\n", 0.25, 0.35, 2.5);
    printf("%d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f);
    printf("%d\n", (float)(0.1 + 0.2) == 0.3f);
    int n = 3;
    n *= 1.5;
    n += 0.9;
    printf("%d\n", n);
    long big = 9007199254740993;
    printf("%ld %d\n", (long)(double)big, (double)big == big);
    return f > d ? 3 : 4;
}
