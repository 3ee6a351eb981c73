#include "show.h"
#include <stdint.h>
int main(void)
{
    unsigned x = 0xf0f0;
    unsigned long long y = 1ULL << 40;
    show(__builtin_popcount(x));
    show(__builtin_clz(x));
    show(__builtin_ctz(x));
    show(__builtin_popcountll(y));
    show(__builtin_clzll(y));
    show(__builtin_ctzll(y));
    show(__builtin_ffs(8));
    show(__builtin_ffsll(0));
    show(__builtin_parity(7));
    show(__builtin_bswap16(0x1234));
    show(__builtin_bswap32(0x12345678));
    show((long long)__builtin_bswap64(0x123456789abcdef0));
    int r;
    show(__builtin_add_overflow(2147483647, 1, &r));
    show(r);
    show(__builtin_sub_overflow(1u, 2u, &(unsigned){0}));
    show(__builtin_mul_overflow(3, 4, &r));
    show(r);
    long lr;
    show(__builtin_saddl_overflow(1, 2, &lr));
    show(__builtin_umul_overflow(65536u, 65536u, &x));
    show(__builtin_expect(5, 1));
    show(__builtin_constant_p(3));
    show(__builtin_types_compatible_p(int, int));
    show(__builtin_types_compatible_p(int, long));
    show(__builtin_offsetof(
        struct {
            char a;
            int b;
        },
        b));
    show(__builtin_choose_expr(1, 10, 20));
    show(__builtin_clrsb(0));
    show(__builtin_abs(-5));
    show(__builtin_strlen("abc"));
    show(__builtin_add_overflow_p(2147483647, 1, 0));
    show(__builtin_mul_overflow_p(2, 3, 0));
    show(__builtin_popcountl(255UL));
    char named[6] = "";
    show(__builtin_object_size(named, 0) + __builtin_dynamic_object_size(named, 3) + __builtin_object_size(named, 2));
    show(__builtin_speculation_safe_value(x));
    __builtin___clear_cache(named, named + 6);
    return 0;
}
