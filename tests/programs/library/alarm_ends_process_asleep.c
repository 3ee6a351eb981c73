// verdict: safe  bounds: signals=0
// except: cseq slow
/* Nobody handles the alarm: it ends the process before the sleep is over. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    alarm(1);
    sleep(5);
    assert(0);
    return 0;
}
