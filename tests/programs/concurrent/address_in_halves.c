// verdict: safe
/* An address goes to another thread in two halves, which are put together there. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

unsigned low, high;

void *write_there(void *unused)
{
    *(int *)(((uintptr_t)high << 32) | low) = 1;
    return unused;
}

int main(void)
{
    int there = 0;
    pthread_t thread;

    low = (unsigned)(uintptr_t)&there;
    high = (unsigned)((uintptr_t)&there >> 32);
    pthread_create(&thread, NULL, write_there, NULL);
    pthread_join(thread, NULL);
    assert(there == 1);
    return 0;
}
