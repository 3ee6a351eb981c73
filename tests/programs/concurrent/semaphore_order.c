// verdict: safe
/* Two semaphores make two threads take turns. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int order[4], n;
sem_t ping, pong;

void *first(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        order[n++] = 1;
        sem_post(&pong);
    }
    return 0;
}

void *second(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&pong);
        order[n++] = 2;
        sem_post(&ping);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(order[0] == 1 && order[1] == 2 && order[2] == 1 && order[3] == 2);
    return 0;
}
