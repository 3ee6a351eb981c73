// verdict: safe  bounds: races=1
/* The semaphore orders the two accesses. */
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *first(void *unused) {
    x = 1;
    sem_post(&s);
    return 0;
}

void *second(void *unused) {
    sem_wait(&s);
    x = 2;
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
