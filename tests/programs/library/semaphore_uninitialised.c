// verdict: lock-misuse
/* A semaphore in memory that nobody initialised. */
#include <semaphore.h>
#include <stdlib.h>

int main(void)
{
    sem_t *semaphore = malloc(sizeof *semaphore);

    sem_post(semaphore); // here
}
