// verdict: safe
/* A barrier serves phase after phase. */
#include <assert.h>
#include <pthread.h>

int phase[2];
pthread_barrier_t barrier;

void *worker(void *argument) {
    long me = (long)argument;
    for (int i = 1; i <= 2; i++) {
        phase[me] = i;
        pthread_barrier_wait(&barrier);
        assert(phase[1 - me] == i);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
