// verdict: safe
/* sem_trywait and sem_getvalue. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int taken[2];

void *worker(void *slot) {
    if (sem_trywait(&s) == 0)
        *(int *)slot = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    int value;
    sem_init(&s, 0, 1);
    pthread_create(&a, 0, worker, &taken[0]);
    pthread_create(&b, 0, worker, &taken[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(taken[0] + taken[1] == 1);
    sem_getvalue(&s, &value);
    assert(value == 0);
    return 0;
}
