// verdict: lock-misuse
/* Waiting until a time of a given clock, too, needs the mutex. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec soon = {1, 0};

    pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);  // here
}
