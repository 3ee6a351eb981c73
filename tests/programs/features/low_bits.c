/* Half an address still tells small objects apart: shortened by a cast, by an assignment, as an argument. */
#include <stdint.h>
#include <stdio.h>

static int first, second;

static int same(unsigned one, unsigned other)
{
    return one == other;
}

int main(void)
{
    unsigned one = (uintptr_t)&first, other = (uintptr_t)&second;

    printf("%d %d %d\n", one == other, one == 0, same((uintptr_t)&first, (unsigned long)&second));
    printf("%d %d\n", same(one, (unsigned)(uintptr_t)&first), same(one, (unsigned long long)&first));
    return 0;
}
