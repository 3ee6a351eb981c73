// verdict: deadlock
/* The flag is tested outside the lock: the signal can come before the wait. */
#include <pthread.h>

volatile int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waker(void *unused) {
    ready = 1;
    pthread_cond_signal(&c);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waker, 0);
    if (!ready) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);  // here
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
