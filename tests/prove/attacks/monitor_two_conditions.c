// deadlock
// Both wait with one mutex, and a signal at the wrong condition variable is none.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
int n;
void *one(void *p)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (n != 0)
            pthread_cond_wait(&c, &m);
        n = 1;
        pthread_cond_signal(&d);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        while (n != 1)
            pthread_cond_wait(&d, &m);
        n = 0;
        pthread_cond_signal(&c); // safe
        pthread_cond_signal(&d); // unsafe
        pthread_mutex_unlock(&m);
    }
}
