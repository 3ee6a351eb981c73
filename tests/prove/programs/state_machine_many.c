// proved: reach,memory,locks,deadlock
/* A state machine goes round: idle, busy, done. */
#include <assert.h>
#include <pthread.h>

int state;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (state == 0)
        state = 1;
    else if (state == 1)
        state = 2;
    else
        state = 0;
    assert(state >= 0 && state <= 2);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
