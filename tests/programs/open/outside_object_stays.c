// verdict: safe
/* It stays what it is unless the program changes it. A mutex of another file is one that nobody holds. */
#include <assert.h>
#include <pthread.h>

extern unsigned char limit;
extern pthread_mutex_t lock;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    limit |= 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    unsigned char before = limit;
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(limit == (before | 1));
    return 0;
}
