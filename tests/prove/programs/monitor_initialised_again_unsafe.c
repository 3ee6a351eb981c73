// unsafe: deadlock
/* A condition variable that is initialised while somebody sleeps there forgets who that is. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;
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
    pthread_cond_init(&c, 0);
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_init(&c, 0);
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
