// verdict: safe
// except: once slow
/* A cancelled thread ends at its next cancellation point, and its handlers run in reverse order. */
#include <assert.h>
#include <pthread.h>

int order, first, second;

static void note(void *place)
{
    *(int *)place = ++order;
}

static void *worker(void *argument)
{
    pthread_cleanup_push(note, &first);
    pthread_cleanup_push(note, &second);
    for (int i = 0; i < 2; i++)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, 0, worker, 0);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    if (result == PTHREAD_CANCELED)
        assert(second == 1 && first == 2);
    else
        assert(result == 0 && order == 0);
}
