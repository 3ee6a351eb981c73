/* Producers and consumers with a bounded queue. BUG: consumers test the condition once after waiting. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 8
#define PRODUCERS 2
#define CONSUMERS 2
#define ITEMS 10

typedef struct {
    int data[CAPACITY];
    int count, in, out;
    pthread_mutex_t mutex;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
} queue_t;

static queue_t queue = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
};

static void queue_put(queue_t *q, int value)
{
    pthread_mutex_lock(&q->mutex);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->not_full, &q->mutex);
    q->data[q->in] = value;
    q->in = (q->in + 1) % CAPACITY;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->mutex);
}

static int queue_get(queue_t *q)
{
    int value;

    pthread_mutex_lock(&q->mutex);
#ifdef BUG
    if (q->count == 0)
#else
    while (q->count == 0)
#endif
        pthread_cond_wait(&q->not_empty, &q->mutex);
    assert(q->count > 0);
    value = q->data[q->out];
    q->out = (q->out + 1) % CAPACITY;
    q->count--;
    pthread_cond_signal(&q->not_full);
    pthread_mutex_unlock(&q->mutex);
    return value;
}

static void *producer(void *arg)
{
    int id = *(int *)arg;

    for (int i = 1; i <= ITEMS; i++)
        queue_put(&queue, id * 100 + i);
    return NULL;
}

static void *consumer(void *arg)
{
    long *sum = arg;

    for (int i = 0; i < ITEMS * PRODUCERS / CONSUMERS; i++)
        *sum += queue_get(&queue);
    return NULL;
}

int main(void)
{
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    int ids[PRODUCERS];
    long sums[CONSUMERS] = {0}, total = 0, expected = 0;

    for (int i = 0; i < CONSUMERS; i++)
        if (pthread_create(&consumers[i], NULL, consumer, &sums[i]))
            exit(1);
    for (int i = 0; i < PRODUCERS; i++) {
        ids[i] = i + 1;
        if (pthread_create(&producers[i], NULL, producer, &ids[i]))
            exit(1);
        expected += ITEMS * (i + 1) * 100 + ITEMS * (ITEMS + 1) / 2;
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_join(consumers[i], NULL);
        printf("consumer %d: sum %ld\n", i, sums[i]);
        total += sums[i];
    }
    assert(total == expected);
    return 0;
}
