// verdict: lock-misuse
// except: explicit slow
// except: cseq looks-locked
// except: once looks-locked
/* A read-write lock in memory that nobody initialised. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_rwlock_t *lock = malloc(sizeof *lock);

    pthread_rwlock_rdlock(lock); // here
}
