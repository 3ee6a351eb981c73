// verdict: safe
/* A lock that the attribute cleanup gives back, on every way out of its block. */
#include <assert.h>
#include <pthread.h>

#define LOCKED __attribute__((cleanup(give_back))) pthread_mutex_t *held = take(&mutex); (void)held

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static pthread_mutex_t *take(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    return lock;
}

static void give_back(pthread_mutex_t **lock)
{
    pthread_mutex_unlock(*lock);
}

static int count(void)
{
    LOCKED;
    return counter++;
}

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        if (i == 0) {
            LOCKED;
            counter++;
            continue;
        }
        count();
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(counter == 4);
}
