// verdict: assertion
/* Not everybody may have a real-time policy. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param parameters = {20};

    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0); // here
    return 0;
}
