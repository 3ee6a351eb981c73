// verdict: assertion
/* Whoever does not look at what locking a robust mutex returns finds half of the work of a thread that has ended. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int left, right;

static void *moves(void *unused)
{
    pthread_mutex_lock(&mutex);
    left--;
    pthread_testcancel();
    right++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t thread;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&thread, NULL, moves, NULL);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex);
    assert(left + right == 0); // here
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}
