// verdict: deadlock
// except: cseq one-deadlock
// except: once one-deadlock
/* One signal for two sleepers: one of them sleeps on. */
#include <pthread.h>

int open_;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *guest(void *unused) {
    pthread_mutex_lock(&m);
    while (!open_)
        pthread_cond_wait(&c, &m);  // here
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, guest, 0);
    pthread_create(&b, 0, guest, 0);
    pthread_mutex_lock(&m);
    open_ = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);  // here
    pthread_join(b, 0);  // here
    return 0;
}
