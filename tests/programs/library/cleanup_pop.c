// verdict: safe
/* Handlers run when they are popped with a true argument, and at pthread_exit. */
#include <assert.h>
#include <pthread.h>

int runs;

static void count(void *step)
{
    runs += (int)(long)step;
}

static void *worker(void *argument)
{
    pthread_cleanup_push(count, (void *)1);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(count, (void *)10);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(count, (void *)100);
    pthread_exit(argument);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, 0, worker, &runs);
    pthread_join(thread, &result);
    assert(result == &runs && runs == 101);
}
