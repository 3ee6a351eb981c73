// verdict: safe
/* Errors of semaphores. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    struct timespec deadline = {0, 0};
    sem_t semaphore;

    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_init(&semaphore, 0, 0) == 0);
    assert(sem_timedwait(&semaphore, &deadline) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&semaphore) == 0);
    assert(sem_timedwait(&semaphore, &deadline) == 0);
}
