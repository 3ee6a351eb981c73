// unsafe: deadlock
/* Between what a thread has seen and its sleep, the signal of somebody without the lock is lost. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
_Atomic int done;
void *one(void *p)
{
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    done = 1;
    pthread_cond_signal(&c);
    pthread_join(t, 0);
    return 0;
}
