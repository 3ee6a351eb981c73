// verdict: safe
/* The textbook use of a condition variable: predicate, lock, loop. */
#include <assert.h>
#include <pthread.h>

int full, value, received;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *producer(void *unused) {
    pthread_mutex_lock(&m);
    value = 7;
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *unused) {
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&c, &m);
    received = value;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t p, q;
    pthread_create(&q, 0, consumer, 0);
    pthread_create(&p, 0, producer, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(received == 7);
    return 0;
}
