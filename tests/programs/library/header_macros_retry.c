// verdict: assertion
/* A call that was interrupted is made again, and then takes what another thread was to get. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int interrupted_once(void)
{
    pthread_mutex_lock(&lock);
    int mine = calls++;
    pthread_mutex_unlock(&lock);
    errno = EINTR;
    return mine == 0 ? -1 : mine;
}

static void *other(void *unused)
{
    TEMP_FAILURE_RETRY(interrupted_once());
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, other, 0);
    assert(TEMP_FAILURE_RETRY(interrupted_once()) == 1); // here
    pthread_join(thread, 0);
    return 0;
}
