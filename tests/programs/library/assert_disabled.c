// verdict: safe
/* With NDEBUG an assertion is nothing; the header may be included again without it. */
#define NDEBUG
#include <assert.h>

static void unchecked(void)
{
    assert(0);
}

#undef NDEBUG
#include <assert.h>

int main(void)
{
    unchecked();
    assert(1);
    static_assert(sizeof(int) == 4, "int");
}
