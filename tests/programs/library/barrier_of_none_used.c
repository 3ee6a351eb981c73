// verdict: lock-misuse
/* A barrier whose initialisation was refused. */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    static pthread_barrier_t barrier;

    pthread_barrier_init(&barrier, NULL, 0);
    pthread_barrier_wait(&barrier); // here
}
