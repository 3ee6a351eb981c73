// verdict: lock-misuse
/* Destroying a barrier twice. */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_barrier_t barrier;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_destroy(&barrier); // here
}
