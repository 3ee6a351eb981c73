// verdict: lock-misuse
/* Waiting with a deadline for a semaphore that was destroyed. */
#include <semaphore.h>
#include <time.h>

int main(void)
{
    struct timespec deadline = {0, 0};
    sem_t semaphore;

    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_timedwait(&semaphore, &deadline); // here
}
