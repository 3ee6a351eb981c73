// verdict: lock-misuse
/* A condition variable is signalled after it was destroyed. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_destroy(&condition);
    pthread_cond_signal(&condition);  // here
}
