// unsafe: reach,memory,locks
/* A queue: its places, its lock and its condition variables are one structure. Nobody waits until there is room. */
#include <assert.h>
#include <pthread.h>

#define SIZE 8

extern int __VERIFIER_nondet_int(void);

static struct {
    int places[SIZE];
    unsigned first, count;
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
} queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
};

static void put(int value)
{
    pthread_mutex_lock(&queue.lock);
    if (queue.count == SIZE + 1)
        pthread_cond_wait(&queue.not_full, &queue.lock);
    queue.places[(queue.first + queue.count) % SIZE] = value;
    queue.count++;
    assert(queue.count <= SIZE);
    pthread_cond_signal(&queue.not_empty);
    pthread_mutex_unlock(&queue.lock);
}

static void *take(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (queue.count == 0)
            pthread_cond_wait(&queue.not_empty, &queue.lock);
        queue.first = (queue.first + 1) % SIZE;
        queue.count--;
        pthread_cond_signal(&queue.not_full);
        pthread_mutex_unlock(&queue.lock);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, take, NULL);
    for (;;)
        put(__VERIFIER_nondet_int());
}
