// proved: reach,memory,locks,deadlock
/* A structure that holds what is shared, its lock and its condition variable. */
#include <assert.h>
#include <pthread.h>

struct box {
    int full, value;
    pthread_mutex_t lock;
    pthread_cond_t filled;
};

static struct box box = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static void *take(void *argument)
{
    struct box *from = argument;
    for (;;) {
        pthread_mutex_lock(&from->lock);
        while (!from->full)
            pthread_cond_wait(&from->filled, &from->lock);
        assert(from->value == 7);
        from->full = 0;
        pthread_mutex_unlock(&from->lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, take, &box);
    for (;;) {
        pthread_mutex_lock(&box.lock);
        box.value = 7;
        box.full = 1;
        pthread_cond_signal(&box.filled);
        pthread_mutex_unlock(&box.lock);
    }
}
