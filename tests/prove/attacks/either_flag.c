// reach
// The assertion has two sides, and threads without end make now the one and now the other true.
#include <assert.h>
#include <pthread.h>

unsigned level, lowered;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    unsigned seen = level;
    if (__VERIFIER_nondet_int() && seen > 0) {
        lowered = 1; // safe
        level = seen - 1;
        pthread_mutex_unlock(&lock);
    } else if (seen < 9) {
        level = seen + 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        assert(lowered || level > seen);
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
