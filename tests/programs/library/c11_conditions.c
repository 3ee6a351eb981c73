// verdict: safe
/* C11 condition variables. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t condition;
int ready;

static int producer(void *argument)
{
    mtx_lock(&mutex);
    ready = 1;
    if (argument)
        cnd_signal(&condition);
    else
        cnd_broadcast(&condition);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    thrd_t thread;

    mtx_init(&mutex, mtx_plain);
    cnd_init(&condition);
    thrd_create(&thread, producer, &ready);
    mtx_lock(&mutex);
    while (!ready)
        assert(cnd_wait(&condition, &mutex) == thrd_success);
    assert(cnd_timedwait(&condition, &mutex, &deadline) == thrd_timedout);
    mtx_unlock(&mutex);
    thrd_join(thread, 0);
    cnd_destroy(&condition);
}
