// verdict: lock-misuse
/* pthread_spin_trylock on a lock that was destroyed. */
#include <pthread.h>

int main(void)
{
    pthread_spinlock_t lock;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_trylock(&lock); // here
}
