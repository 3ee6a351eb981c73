// verdict: lock-misuse
/* Destroying a condition variable twice. */
#include <pthread.h>

int main(void)
{
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_cond_destroy(&condition);
    pthread_cond_destroy(&condition); // here
}
