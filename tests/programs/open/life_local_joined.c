// verdict: safe
/* The same with joins: nobody uses the local when it dies. */
#include <assert.h>
#include <pthread.h>

void *writes(void *argument)
{
    int *shared = argument;

    *shared = 1;
    return NULL;
}

void start(void)
{
    pthread_t thread;
    int shared = 0;

    pthread_create(&thread, NULL, writes, &shared);
    pthread_join(thread, NULL);
    assert(shared == 1);
}

int main(void)
{
    start();
    start();
    return 0;
}
