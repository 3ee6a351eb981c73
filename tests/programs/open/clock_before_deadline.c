// verdict: assertion
/* A deadline by one clock says nothing about another. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {0, 0};

    deadline.tv_sec = time(NULL) + 5;
    pthread_mutex_lock(&mutex);
    if (pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT)
        assert(time(NULL) >= deadline.tv_sec);  // here
    pthread_mutex_unlock(&mutex);
    return 0;
}
