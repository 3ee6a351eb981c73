// verdict: lock-misuse
/* A spin lock is unlocked that nobody holds. */
#include <pthread.h>

pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_spin_unlock(&lock);  // here
}
