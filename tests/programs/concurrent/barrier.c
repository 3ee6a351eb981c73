// verdict: safe
/* After the barrier everybody's first phase is over; one thread is told so. */
#include <assert.h>
#include <pthread.h>

int a, b, serial;
pthread_barrier_t barrier;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void arrive(void) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_mutex_lock(&m);
        serial++;
        pthread_mutex_unlock(&m);
    }
}

void *first(void *unused) {
    a = 1;
    arrive();
    assert(b == 1);
    return 0;
}

void *second(void *unused) {
    b = 1;
    arrive();
    assert(a == 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(serial == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
