// verdict: deadlock
/* Two readers of one lock both want to write: each waits for the other one to stop reading. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
_Atomic int more = 1;

void *upgrade(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);  // here
    pthread_rwlock_unlock(&lock);
    more = 0;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, upgrade, 0);
    pthread_create(&u, 0, upgrade, 0);
    while (more)
        ;
    return 0;
}
