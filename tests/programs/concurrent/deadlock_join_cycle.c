// verdict: deadlock
/* Two threads wait for each other's end. */
#include <pthread.h>
#include <semaphore.h>

pthread_t a, b;
sem_t known;

void *first(void *unused) {
    sem_wait(&known);
    pthread_join(b, 0);  // here
    return 0;
}

void *second(void *unused) {
    sem_wait(&known);
    pthread_join(a, 0);  // here
    return 0;
}

int main(void) {
    sem_init(&known, 0, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    sem_post(&known);
    sem_post(&known);
    pthread_exit(0);
}
