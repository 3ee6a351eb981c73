// verdict: assertion
/* `if` instead of `while`: between the wake-up and the lock another consumer takes the item. */
#include <assert.h>
#include <pthread.h>

int items;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *producer(void *unused) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

void *waiting(void *unused) {
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&c, &m);
    items--;
    assert(items >= 0);  // here
    pthread_mutex_unlock(&m);
    return 0;
}

void *passing(void *unused) {
    pthread_mutex_lock(&m);
    if (items > 0)
        items--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t p, q, r;
    pthread_create(&q, 0, waiting, 0);
    pthread_create(&r, 0, passing, 0);
    pthread_create(&p, 0, producer, 0);
    pthread_join(p, 0);
    return 0;
}
