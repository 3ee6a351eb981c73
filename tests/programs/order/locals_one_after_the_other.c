// verdict: safe  bounds: order=1
/* The two locals lie at the same address, and have nothing to do with each other. */
#include <pthread.h>

static void *writes(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

static void starts(void)
{
    int local;
    pthread_t thread;

    pthread_create(&thread, 0, writes, &local);
    pthread_join(thread, 0);
    local++;
}

int main(void)
{
    starts();
    starts();
    return 0;
}
