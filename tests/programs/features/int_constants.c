/* Integer constants: bases, suffixes, types by size. */
#include <stdio.h>

#define SIGNED(e) ((__typeof__(e))-1 < 0)
#define SHOW(e) printf("%s: %zu %d %llu\n", #e, sizeof(e), SIGNED(e), (unsigned long long)(e))

int main(void) {
    SHOW(0);
    SHOW(2147483647);
    SHOW(2147483648);
    SHOW(0x7fffffff);
    SHOW(0x80000000);
    SHOW(0xffffffff);
    SHOW(0x100000000);
    SHOW(4294967296);
    SHOW(9223372036854775807);
    SHOW(0x7fffffffffffffff);
    SHOW(0x8000000000000000);
    SHOW(0xffffffffffffffff);
    SHOW(017777777777);
    SHOW(037777777777);
    SHOW(0777);
    SHOW(1u);
    SHOW(1U);
    SHOW(1l);
    SHOW(1L);
    SHOW(1ul);
    SHOW(1LU);
    SHOW(1ll);
    SHOW(1LL);
    SHOW(1ull);
    SHOW(1LLU);
    SHOW(4294967296u);
    SHOW(0b1011);
    SHOW(0XAbCdEf);
    SHOW(-1);
    SHOW(-2147483648);
    SHOW(-1u);
    SHOW(~0);
    SHOW(~0ul);
    printf("%d\n", -2147483647 - 1 < 0);
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", 0x80000000 > 0);
    printf("%d\n", -0x80000000 > 0);
    return 052;
}
