// verdict: deadlock
/* A spin lock is locked again by its holder. */
#include <pthread.h>

pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);  // here
}
