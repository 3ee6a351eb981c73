// verdict: assertion
/* Two readers may be inside at once. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int readers;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(__atomic_fetch_add(&readers, 1, __ATOMIC_SEQ_CST) == 0);  // here
    __atomic_fetch_sub(&readers, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, reader, 0);
    reader(0);
    pthread_join(thread, 0);
}
