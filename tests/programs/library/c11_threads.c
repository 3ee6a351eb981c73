// verdict: safe
// except: once slow
/* C11 threads: creating, joining with results, mutexes, once, thread-specific storage. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
once_flag flag = ONCE_FLAG_INIT;
tss_t key;
thread_local int own;
int runs, x;

static void initialise(void)
{
    runs++;
}

static int worker(void *argument)
{
    call_once(&flag, initialise);
    own++;
    assert(tss_get(key) == 0);
    assert(tss_set(key, argument) == thrd_success && tss_get(key) == argument);
    assert(mtx_lock(&mutex) == thrd_success);
    x++;
    assert(mtx_unlock(&mutex) == thrd_success);
    if (argument)
        thrd_exit(-own);
    return own;
}

int main(void)
{
    thrd_t threads[2];
    int first, second;

    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(tss_create(&key, 0) == thrd_success);
    assert(thrd_create(&threads[0], worker, 0) == thrd_success);
    assert(thrd_create(&threads[1], worker, &x) == thrd_success);
    assert(thrd_join(threads[0], &first) == thrd_success);
    assert(thrd_join(threads[1], &second) == thrd_success);
    assert(first == 1 && second == -1 && x == 2 && runs == 1 && own == 0);
    assert(!thrd_equal(thrd_current(), threads[0]));
    mtx_destroy(&mutex);
    tss_delete(key);
}
