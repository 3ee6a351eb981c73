// verdict: lock-misuse
// except: cseq looks-locked
// except: once looks-locked
/* A mutex is locked that was never initialised. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *mutex = malloc(sizeof *mutex);

    pthread_mutex_lock(mutex);  // here
}
