// verdict: safe
// except: cseq cut
/* A spin lock protects what it guards. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int x;

static void *worker(void *argument)
{
    if (argument == 0)
        assert(pthread_spin_lock(&lock) == 0);
    else
        while (pthread_spin_trylock(&lock) == EBUSY)
            ;
    x++;
    assert(pthread_spin_unlock(&lock) == 0);
    return 0;
}

int main(void)
{
    pthread_t thread;

    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&thread, 0, worker, 0);
    worker(&lock);
    pthread_join(thread, 0);
    assert(x == 2);
    assert(pthread_spin_destroy(&lock) == 0);
}
