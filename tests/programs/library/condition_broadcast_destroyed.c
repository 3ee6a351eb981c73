// verdict: lock-misuse
/* Waking the waiters of a condition variable that was destroyed. */
#include <pthread.h>

int main(void)
{
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_cond_destroy(&condition);
    pthread_cond_broadcast(&condition); // here
}
