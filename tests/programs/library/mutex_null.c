// verdict: null-pointer
/* A mutex that is nowhere. */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_mutex_lock(NULL); // here
}
