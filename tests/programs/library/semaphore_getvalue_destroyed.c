// verdict: lock-misuse
/* The value of a semaphore that was destroyed. */
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    int value;

    sem_init(&semaphore, 0, 1);
    sem_destroy(&semaphore);
    sem_getvalue(&semaphore, &value); // here
}
