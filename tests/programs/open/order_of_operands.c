// verdict: assertion
/* C leaves open in which order arguments and operands are evaluated; gcc takes arguments from the right. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int stack[] = {7, 3, 1}, height = 3;

static int pop(void)
{
    return stack[--height];
}

static int next(void)
{
    static int number;

    return ++number;
}

static int minus(int a, int b)
{
    return a - b;
}

int main(void)
{
    int i = 1;

    if (__VERIFIER_nondet_bool())
        assert(minus(next(), next()) == -1); // here
    else if (__VERIFIER_nondet_bool())
        assert(pop() - pop() == -2); // here
    else
        assert(minus(i, i++) == 0); // here
}
