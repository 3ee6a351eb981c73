// verdict: assertion
/* A lock taken with xchg keeps others out only if the one that finds it taken waits. */
#include <assert.h>
#include <pthread.h>

static int lock;
static int inside;

static void *enter(void *unused)
{
    int taken = 1;

    __asm__ volatile("xchgl %0,%1" : "+r"(taken), "+m"(lock) : : "memory");
    inside++;
    assert(taken || inside == 1); // here
    inside--;
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, enter, NULL);
    pthread_create(&second, NULL, enter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
