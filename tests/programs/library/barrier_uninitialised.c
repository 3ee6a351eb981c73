// verdict: lock-misuse
/* A barrier that nobody initialised: there is no static initialiser for it. */
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_wait(&barrier); // here
}
