// verdict: assertion
/* A semaphore of two lets both in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *worker(void *unused) {
    sem_wait(&s);
    x++;
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
