/* GNU builtins: bit counting, overflow checks, constant queries, memory and string forms. */
#include <limits.h>
#include <stdio.h>

static int classify(int x) {
    if (__builtin_expect(!!(x > 10), 1))
        return 1;
    if (x == 5)
        return 2;
    if (x > 100)
        __builtin_unreachable();
    return 3;
}

static int with_unreachable(unsigned x) {
    switch (x & 3) {
    case 0:
        return 10;
    case 1:
        return 11;
    case 2:
        return 12;
    case 3:
        return 13;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    printf("%d %d %d\n", classify(20), classify(5), classify(1));
    printf("%d %d\n", with_unreachable(6), with_unreachable(7));
    unsigned values[] = {1, 2, 3, 0x80000000, 0xffffffff, 0x00f0, 12345678};
    for (int i = 0; i < 7; i++) {
        unsigned v = values[i];
        printf("%d %d %d %d %d %08x\n", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v),
               __builtin_ffs(v), __builtin_bswap32(v));
    }
    unsigned long long big = 0x0123456789abcdefull;
    printf("%d %d %d %d\n", __builtin_clzll(big), __builtin_ctzll(big), __builtin_popcountll(big), __builtin_ffsll(big << 20));
    printf("%llx %x\n", (unsigned long long)__builtin_bswap64(big), __builtin_bswap16(0x1234));
    printf("%d %d\n", __builtin_clzl(1), __builtin_ctzl(1ul << 50));
    int r;
    long lr;
    unsigned ur;
    signed char cr;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(-5, 3, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(1 << 20, 1 << 20, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(1 << 20, 1 << 20, &lr));
    printf(" %ld\n", lr);
    printf("%d", __builtin_sub_overflow(3u, 5u, &ur));
    printf(" %u\n", ur);
    printf("%d", __builtin_add_overflow(100, 50, &cr));
    printf(" %d\n", cr);
    printf("%d", __builtin_add_overflow(-1, 1u, &ur));
    printf(" %u\n", ur);
    printf("%d", __builtin_sadd_overflow(1, 2, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_umul_overflow(65536, 65536, &ur));
    printf(" %u\n", ur);
    printf("%d %d\n", __builtin_constant_p(3 * 4), __builtin_choose_expr(1, 7, 8));
    printf("%d %d\n", __builtin_types_compatible_p(int, int), __builtin_types_compatible_p(int, long));
    char buffer[16];
    __builtin_memset(buffer, 'x', sizeof buffer);
    __builtin_memcpy(buffer, "hello", 6);
    printf("%s %d %lu %d\n", buffer, buffer[7], __builtin_strlen(buffer), __builtin_strcmp(buffer, "help") < 0);
    printf("%d %ld\n", __builtin_abs(-4), __builtin_labs(-5L));
    printf("%d %d\n", __builtin_isnan(0.0), __builtin_huge_val() > 1e300);
    int *aligned = __builtin_assume_aligned(&r, 4);
    *aligned = 6;
    __builtin_prefetch(aligned);
    printf("%zu\n", __builtin_offsetof(struct { char c; int i; }, i));
    if (r == 1000)
        __builtin_trap();
    return __builtin_expect(r, 6);
}
