// verdict: safe
/* C11 mutexes: what they answer. */
#include <assert.h>
#include <threads.h>

mtx_t plain, recursive, timed;

static int worker(void *argument)
{
    struct timespec deadline = {0, 0};

    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_trylock(&recursive) == thrd_busy);
    assert(mtx_timedlock(&timed, &deadline) == thrd_timedout);
    return argument != 0;
}

int main(void)
{
    thrd_t thread;
    int result;

    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    mtx_lock(&plain);
    mtx_lock(&recursive);
    assert(mtx_lock(&recursive) == thrd_success);
    mtx_lock(&timed);
    thrd_create(&thread, worker, &thread);
    thrd_join(thread, &result);
    assert(result == 1);
}
