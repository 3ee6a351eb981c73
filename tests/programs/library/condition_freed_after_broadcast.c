// verdict: safe
/* Who wakes the last waiters may destroy and free the condition variable at once. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct element {
    pthread_cond_t free;
    int busy;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct element *element;

static void *waiter(void *argument)
{
    struct element *mine;

    pthread_mutex_lock(&mutex);
    mine = element;
    if (mine != NULL && mine->busy)
        pthread_cond_wait(&mine->free, &mutex);
    assert(element == NULL);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    struct element *old = malloc(sizeof *old);
    pthread_t thread;

    pthread_cond_init(&old->free, 0);
    old->busy = 1;
    element = old;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&mutex);
    element = NULL;
    pthread_cond_broadcast(&old->free);
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&old->free);
    free(old);
    pthread_join(thread, 0);
}
