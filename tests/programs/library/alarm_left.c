// verdict: safe  bounds: signals=0, sampled=1
// except: cseq slow
/* What is left of an alarm is not more than it was, and not nothing. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    unsigned left;

    alarm(10);
    left = alarm(0);
    assert(left >= 1 && left <= 10);
    return 0;
}
