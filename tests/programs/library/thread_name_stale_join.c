// verdict: lock-misuse, assertion
// except: cseq slow
/* The second join is meant for the first thread, which was joined: it takes the result of another one, if that has its name. */
#include <assert.h>
#include <pthread.h>

static int one, two;

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t first, second;
    void *result = NULL;

    pthread_create(&first, NULL, worker, &one);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, worker, &two);
    assert(pthread_equal(first, first));
    if (pthread_join(first, &result) == 0) // here
        assert(result == &one); // here
    return 0;
}
