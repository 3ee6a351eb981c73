// verdict: safe
/* The first bit that is set, counted from 1. */
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    assert(ffs(0) == 0 && ffs(1) == 1 && ffs(12) == 3 && ffs(INT_MIN) == 32);
    assert(ffsl(0L) == 0 && ffsl(8L) == 4 && ffsl(LONG_MIN) == (int)(8 * sizeof(long)));
    assert(ffsll(0LL) == 0 && ffsll(1LL << 40) == 41 && ffsll(-1LL) == 1);
}
