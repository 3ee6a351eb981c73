// verdict: assertion
/* Each argument is read under the lock, but in which order is open; so is whether a thread is joined before it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int taken, put;

static int get(int *count)
{
    pthread_mutex_lock(&mutex);
    int value = *count;
    pthread_mutex_unlock(&mutex);
    return value;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    put++;
    taken++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void check(int some, int all)
{
    assert(some <= all); // here
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    check(get(&taken), get(&put));
    pthread_join(thread, NULL);
}
