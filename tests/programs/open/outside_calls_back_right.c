// verdict: safe  bounds: races=1, sampled=1
/* A function that is called back runs in the thread that calls; what it gets may be what was handed over beside it. */
#include <assert.h>
#include <pthread.h>

typedef void handler(int event);

struct operations {
    handler *called;
};

void on_event(const struct operations *operations);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int events;

static void count(int event)
{
    (void)event;
    pthread_mutex_lock(&mutex);
    events++;
    pthread_mutex_unlock(&mutex);
}

static void *listen(void *argument)
{
    struct operations operations = {count};

    on_event(&operations);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, listen, 0);
    count(0);
    pthread_join(thread, 0);
    assert(events >= 1);
    return 0;
}
