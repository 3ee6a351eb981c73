// verdict: assertion
/* Not from the left everywhere, nor from the right: gcc reads `level` last, and calls the functions from the left. */
#include <assert.h>

static int level = 1, calls;

static int rise(void)
{
    level = 5;
    return 10;
}

static int next(void)
{
    return ++calls;
}

int main(void)
{
    int sum = level + rise(), difference = next() - next();

    assert(sum != 15 || difference != -1); // here
}
