// verdict: safe
// except: cseq cut
/* A thread that does nothing at all, for ever, is no reason for an alarm either. */
#include <assert.h>
#include <pthread.h>

int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *spins(void *unused)
{
    for (;;) {
    }
    return unused;
}

void *writes(void *unused)
{
    pthread_mutex_lock(&lock);
    shared = 1;
    shared = 0;
    assert(shared == 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t spinner, first, second;

    pthread_create(&spinner, NULL, spins, NULL);
    pthread_create(&first, NULL, writes, NULL);
    pthread_create(&second, NULL, writes, NULL);
    pthread_join(first, NULL);
    return 0;
}
