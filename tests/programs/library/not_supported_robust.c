// verdict: unsupported
/* Robust mutexes are not looked at. */
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    return pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST); // here
}
