// verdict: safe
/* Semaphores count; what is handed over arrives. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t full, empty;
int slot;

static void *producer(void *argument)
{
    for (int i = 1; i <= 2; i++) {
        assert(sem_wait(&empty) == 0);
        slot = i;
        assert(sem_post(&full) == 0);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value;

    assert(sem_init(&full, 0, 0) == 0);
    assert(sem_init(&empty, 0, 1) == 0);
    pthread_create(&thread, 0, producer, 0);
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        assert(slot == i);
        sem_post(&empty);
    }
    pthread_join(thread, 0);
    assert(sem_getvalue(&empty, &value) == 0 && value == 1);
    assert(sem_trywait(&empty) == 0);
    assert(sem_trywait(&empty) == -1 && errno == EAGAIN);
    assert(sem_destroy(&full) == 0);
}
