// verdict: safe
/* What trylock, timed locks and locking again answer. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *argument)
{
    struct timespec deadline = {0, 0};

    if (argument) {
        assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
        assert(pthread_rwlock_timedrdlock(&lock, &deadline) == ETIMEDOUT);
    } else {
        assert(pthread_rwlock_tryrdlock(&lock) == 0);
        assert(pthread_rwlock_rdlock(&lock) == 0);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
    return argument;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    pthread_t thread;

    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&lock, &deadline) == EDEADLK);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_create(&thread, 0, worker, &lock);
    pthread_join(thread, 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
}
