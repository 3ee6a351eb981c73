// verdict: deadlock
/* The post is skipped if the other thread was fast enough. */
#include <pthread.h>
#include <semaphore.h>

volatile int stop;
sem_t s;

void *worker(void *unused) {
    if (!stop)
        sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, worker, 0);
    stop = 1;
    sem_wait(&s);  // here
    pthread_join(t, 0);
    return 0;
}
