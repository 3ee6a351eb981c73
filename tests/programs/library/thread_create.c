// verdict: safe
/* Threads in a loop, with attributes and a start routine held in a variable; values come back through join. */
#include <assert.h>
#include <pthread.h>

static void *twice(void *argument)
{
    return (void *)((long)argument * 2);
}

int main(void)
{
    void *(*routine)(void *) = twice;
    pthread_attr_t attributes;
    pthread_t threads[2];
    long sum = 0;

    assert(pthread_attr_init(&attributes) == 0);
    for (long i = 0; i < 2; i++)
        assert(pthread_create(&threads[i], i ? &attributes : 0, routine, (void *)(i + 1)) == 0);
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < 2; i++) {
        void *result;
        assert(pthread_join(threads[i], &result) == 0);
        sum += (long)result;
    }
    assert(sum == 6);
}
