#include "show.h"
#include <limits.h>
int main(void)
{
    int r;
    show(__builtin_sadd_overflow(INT_MAX, 1, &r));
    show(r);
    unsigned u;
    show(__builtin_usub_overflow(0, 1, &u));
    show(u);
    long long ll;
    show(__builtin_smulll_overflow(LLONG_MAX, 2, &ll));
    show(ll);
    unsigned char c;
    show(__builtin_add_overflow(200, 100, &c));
    show(c);
    short s;
    show(__builtin_mul_overflow(300L, 300L, &s));
    show(s);
    show(__builtin_add_overflow(-1, 1u, &u));
    show(u);
    _Bool b = __builtin_sub_overflow(5, 3, &r);
    show(b + r);
    return 0;
}
