// unsafe: deadlock
/* Whoever sleeps with another lock keeps away the one that would wake it. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;
void *one(void *p)
{
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    pthread_join(t, 0);
    return 0;
}
