// verdict: safe
/* The type of cancellation is kept; deferred is what it is at first. */
#include <assert.h>
#include <pthread.h>

int main(void)
{
    int old = -1;

    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
    assert(old == PTHREAD_CANCEL_DEFERRED);
}
