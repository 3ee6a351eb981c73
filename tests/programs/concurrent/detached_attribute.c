// verdict: safe
/* Detached through the attribute; the only order that matters is established by a semaphore. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int ready;
sem_t done;

void *worker(void *unused) {
    ready = 1;
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    sem_init(&done, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attributes, worker, 0);
    pthread_attr_destroy(&attributes);
    sem_wait(&done);
    assert(ready);
    return 0;
}
