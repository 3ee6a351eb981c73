// unsafe: deadlock
/* A thread that a thread has started sleeps, and the one that would wake it sleeps itself. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;
void *two(void *p)
{
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&c, &m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
void *one(void *p)
{
    pthread_t t;
    pthread_create(&t, 0, two, 0);
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
    pthread_join(t, 0);
    return 0;
}
