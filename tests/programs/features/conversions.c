/* Conversions between integers of every width, by assignment, cast, argument and return. */
#include <stdint.h>
#include <stdio.h>

static signed char to_char(int x) { return x; }
static unsigned char to_uchar(long x) { return x; }
static short to_short(unsigned x) { return x; }
static unsigned to_unsigned(signed char x) { return x; }
static long to_long(int x) { return x; }
static unsigned long to_ulong(int x) { return x; }
static int to_int(unsigned long long x) { return x; }
static _Bool to_bool(long x) { return x; }

int main(void) {
    long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32769,
                     2147483647L, 2147483648L, 4294967295L, 4294967296L, -2147483649L, 0x123456789abcdefL};
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
        long v = values[i];
        printf("%ld: %d %d %d %u %ld %lu %d %d\n", v, to_char(v), to_uchar(v), to_short(v), to_unsigned(v), to_long(v),
               to_ulong(v), to_int(v), to_bool(v));
        printf("  %d %d %d %d %d %u %ld\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v,
               (int64_t)v);
        printf("  %ld %lu %ld\n", (long)(int8_t)v, (unsigned long)(int16_t)v, (long)(uint32_t)(int8_t)v);
    }
    int i;
    unsigned char c;
    i = c = 511;
    printf("%d %d\n", i, c);
    long l = i = -3;
    unsigned long ul = (unsigned)i;
    printf("%ld %lu\n", l, ul);
    ul = i;
    printf("%lu\n", ul);
    int *p = &i;
    uintptr_t address = (uintptr_t)p;
    *(int *)address = 9;
    printf("%d %d\n", i, p == (int *)(void *)address);
    printf("%d %d\n", (int)3.99, (int)-3.99);
    printf("%u %ld %d\n", (unsigned)3000000000.5, (long)-1e15, (signed char)100.9);
    printf("%.1f %.1f %.1f\n", (double)-1, (double)4294967295u, (double)(unsigned char)-1);
    printf("%.1f %.1f\n", (float)16777217, (double)(float)123456789);
    printf("%.1f\n", (double)18446744073709551615ull);
    printf("%.1f\n", (double)9223372036854775807ll);
    return (char)i;
}
