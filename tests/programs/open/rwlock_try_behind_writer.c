// verdict: assertion
/* Where writers come first, a reader that only tries may find the lock busy though nobody has written. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int written;

static void *writer(void *unused)
{
    (void)unused;
    pthread_rwlock_wrlock(&lock);
    written = 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_rwlockattr_t kind;
    pthread_t thread;
    int busy;

    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &kind);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, NULL, writer, NULL);
    busy = pthread_rwlock_tryrdlock(&lock);
    assert(busy == 0); // here
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    assert(written == 1);
}
