/* Division and remainder truncate towards zero; the sign of % follows the dividend. */
#include <stdio.h>
#include <stdlib.h>

static int floor_div(int a, int b) {
    int q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

int main(void) {
    int numbers[] = {7, -7, 8, -8, 1, -1, 0, 2147483647, -2147483647};
    int divisors[] = {1, 2, -2, 3, -3, 7, 10, -10};
    long check = 0;
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 8; j++) {
            int a = numbers[i], b = divisors[j];
            printf("%d,%d,%d ", a / b, a % b, floor_div(a, b));
            check += (a / b) * b + a % b == a;
        }
        printf("\n");
    }
    printf("%ld\n", check);
    long l = -9223372036854775807L - 1;
    printf("%ld %ld %ld %ld\n", l / 2, l % 2, l / 1000000007, l % 1000000007);
    unsigned u = -7;
    printf("%u %u %d\n", u / 2, u % 10, (int)(u / 3));
    printf("%u\n", -7 / 2u);
    printf("%ld\n", -7 / 2u + 0L);
    printf("%ld\n", -7L / 2u);
    short s = -32768;
    s /= -1;
    printf("%d\n", s);
    signed char c = -128;
    printf("%d %d\n", c / -1, c % -3);
    unsigned long long big = 18446744073709551615ull;
    printf("%llu %llu\n", big / 10, big % 1000);
    printf("%d %d\n", -1 >> 1, -7 >> 1);
    div_t d = div(-17, 5);
    printf("%d %d %d %ld\n", d.quot, d.rem, abs(-5), labs(-6L));
    int digits = 0;
    for (int n = 987654321; n; n /= 10)
        digits = digits * 10 + n % 10;
    printf("%d\n", digits);
    return -17 % 5 + 5;
}
