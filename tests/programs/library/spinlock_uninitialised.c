// verdict: lock-misuse
/* A spin lock in memory that nobody initialised. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_spinlock_t *lock = malloc(sizeof *lock);

    if (pthread_spin_trylock(lock) == 0) // here
        pthread_spin_unlock(lock);
}
