// verdict: safe
/* A writer is alone; the counts of readers and writers never meet. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int readers, writers;

static void *reader(void *argument)
{
    assert(pthread_rwlock_rdlock(&lock) == 0);
    __atomic_fetch_add(&readers, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&writers, __ATOMIC_SEQ_CST) == 0);
    __atomic_fetch_sub(&readers, 1, __ATOMIC_SEQ_CST);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    __atomic_fetch_add(&writers, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&readers, __ATOMIC_SEQ_CST) == 0);
    __atomic_fetch_sub(&writers, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    assert(pthread_rwlock_init(&lock, 0) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
}
