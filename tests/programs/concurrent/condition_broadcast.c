// verdict: safe
/* A broadcast wakes all who wait. */
#include <assert.h>
#include <pthread.h>

int open_, passed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;

void *guest(void *unused) {
    pthread_mutex_lock(&m);
    while (!open_)
        pthread_cond_wait(&c, &m);
    passed++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_cond_init(&c, 0);
    pthread_create(&a, 0, guest, 0);
    pthread_create(&b, 0, guest, 0);
    pthread_mutex_lock(&m);
    open_ = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(passed == 2);
    pthread_cond_destroy(&c);
    return 0;
}
