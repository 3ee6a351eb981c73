// verdict: safe
// except: once slow
// except: cseq slow
/* A thread that is neither joined nor detached keeps its name, also when it has ended; main never loses its own. */
#include <assert.h>
#include <pthread.h>

static pthread_t first, starter;

static void *worker(void *argument)
{
    assert(pthread_self() != starter);
    return argument;
}

int main(void)
{
    pthread_t second, third;

    starter = pthread_self();
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(second, NULL);
    pthread_create(&third, NULL, worker, NULL);
    assert(!pthread_equal(first, third) && !pthread_equal(first, second) && starter == pthread_self());
    pthread_join(third, NULL);
    pthread_join(first, NULL);
    return 0;
}
