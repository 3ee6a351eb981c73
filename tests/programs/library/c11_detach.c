// verdict: safe
/* A detached thread goes on by itself; yielding and sleeping are nothing. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_int done;

static int worker(void *argument)
{
    thrd_yield();
    done = 1;
    return 0;
}

int main(void)
{
    thrd_t thread;

    assert(thrd_create(&thread, worker, NULL) == thrd_success);
    assert(thrd_detach(thread) == thrd_success);
    assert(thrd_sleep(&(struct timespec){1, 0}, NULL) == 0);
    assert(done == 0 || done == 1);
    thrd_exit(0);
}
