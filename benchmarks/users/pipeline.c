/* Three stages connected by queues. BUG: the end of the input is told to one of the two workers only. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH 4
#define WORKERS 2
#define NUMBERS 8
#define END (-1)

struct channel {
    int items[DEPTH];
    int first, count;
    pthread_mutex_t lock;
    pthread_cond_t readable, writable;
};

static struct channel to_workers, to_printer;

static void channel_init(struct channel *c)
{
    c->first = c->count = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->readable, NULL);
    pthread_cond_init(&c->writable, NULL);
}

static void channel_destroy(struct channel *c)
{
    pthread_cond_destroy(&c->writable);
    pthread_cond_destroy(&c->readable);
    pthread_mutex_destroy(&c->lock);
}

static void channel_send(struct channel *c, int item)
{
    pthread_mutex_lock(&c->lock);
    while (c->count == DEPTH)
        pthread_cond_wait(&c->writable, &c->lock);
    c->items[(c->first + c->count) % DEPTH] = item;
    c->count++;
    pthread_cond_signal(&c->readable);
    pthread_mutex_unlock(&c->lock);
}

static int channel_receive(struct channel *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->count == 0)
        pthread_cond_wait(&c->readable, &c->lock);
    int item = c->items[c->first];
    c->first = (c->first + 1) % DEPTH;
    c->count--;
    pthread_cond_signal(&c->writable);
    pthread_mutex_unlock(&c->lock);
    return item;
}

static void *source(void *unused)
{
    (void)unused;
    for (int i = 1; i <= NUMBERS; i++)
        channel_send(&to_workers, i);
    channel_send(&to_workers, END);
#ifndef BUG
    for (int i = 1; i < WORKERS; i++)
        channel_send(&to_workers, END);
#endif
    return NULL;
}

static int collatz_steps(int n)
{
    int steps = 0;

    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static void *worker(void *unused)
{
    (void)unused;
    for (;;) {
        int n = channel_receive(&to_workers);
        if (n == END)
            break;
        channel_send(&to_printer, collatz_steps(n));
    }
    channel_send(&to_printer, END);
    return NULL;
}

int main(void)
{
    pthread_t source_thread, workers[WORKERS];
    int running = WORKERS, total = 0, expected = 0;

    channel_init(&to_workers);
    channel_init(&to_printer);
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&workers[i], NULL, worker, NULL) != 0)
            exit(EXIT_FAILURE);
    if (pthread_create(&source_thread, NULL, source, NULL) != 0)
        exit(EXIT_FAILURE);
    while (running > 0) {
        int steps = channel_receive(&to_printer);
        if (steps == END)
            running--;
        else
            total += steps;
    }
    pthread_join(source_thread, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int i = 1; i <= NUMBERS; i++)
        expected += collatz_steps(i);
    printf("%d steps altogether\n", total);
    assert(total == expected);
    channel_destroy(&to_workers);
    channel_destroy(&to_printer);
    return 0;
}
