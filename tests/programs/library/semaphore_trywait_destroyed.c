// verdict: lock-misuse
/* sem_trywait on a semaphore that was destroyed. */
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;

    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_trywait(&semaphore); // here
}
