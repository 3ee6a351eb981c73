// deadlock
// Main ends, and nobody is left who would wake the other one: it sleeps after the first round.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int n;
void *one(void *p)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (n == 0)
            pthread_cond_wait(&c, &m);
        n = 0;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    for (;;) { // safe
        pthread_mutex_lock(&m);
        n = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    } // safe
    pthread_exit(0); // unsafe
}
