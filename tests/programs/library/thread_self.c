// verdict: safe
/* A thread knows itself, and is equal to nobody else. */
#include <assert.h>
#include <pthread.h>

pthread_t seen;

static void *worker(void *argument)
{
    seen = pthread_self();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(pthread_equal(seen, thread));
    assert(!pthread_equal(pthread_self(), thread));
}
