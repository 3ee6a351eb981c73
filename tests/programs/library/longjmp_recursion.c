// verdict: safe
/* A jump out of a recursion: nothing of what was called goes on, and locals keep what they hold. */
#include <assert.h>
#include <setjmp.h>

jmp_buf out;

int down(int level)
{
    if (level == 0)
        longjmp(out, 7);
    down(level - 1);
    assert(0);
    return 0;
}

int main(void)
{
    volatile int tries = 0;
    int result = setjmp(out);

    tries++;
    if (result == 0)
        down(2);
    assert(result == 7 && tries == 2);
    if (_setjmp(out) == 0)
        _longjmp(out, 3);
    return 0;
}
