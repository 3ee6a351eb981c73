// verdict: lock-misuse
/* A condition variable in memory that nobody initialised. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_cond_t *condition = malloc(sizeof *condition);

    pthread_cond_signal(condition); // here
}
