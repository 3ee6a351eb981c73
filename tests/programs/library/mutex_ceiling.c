// verdict: safe
/* A mutex without a ceiling has none; one that has one tells it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, high;
    int ceiling;

    assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
    assert(pthread_mutex_setprioceiling(&plain, 5, &ceiling) == EINVAL);
    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_setprioceiling(&attributes, 7) == 0);
    assert(pthread_mutex_init(&high, &attributes) == 0);
    assert(pthread_mutex_getprioceiling(&high, &ceiling) == 0 && ceiling == 7);
    assert(pthread_mutex_setprioceiling(&high, 1000, &ceiling) == EINVAL);
    return 0;
}
