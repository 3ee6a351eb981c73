/* A ring buffer for one writer and one reader without locks. BUG: the writer thinks that one more slot is free. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define SIZE 16
#define SAMPLES 40

struct sample {
    int sequence;
    int value;
};

struct ring {
    struct sample slots[SIZE];
    atomic_uint head; /* the next one to write */
    atomic_uint tail; /* the next one to read */
};

static struct ring ring;

static bool ring_push(struct ring *r, struct sample s)
{
    unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
    unsigned tail = atomic_load_explicit(&r->tail, memory_order_acquire);

#ifdef BUG
    if (head - tail > SIZE)
#else
    if (head - tail >= SIZE)
#endif
        return false;
    r->slots[head % SIZE] = s;
    atomic_store_explicit(&r->head, head + 1, memory_order_release);
    return true;
}

static bool ring_pop(struct ring *r, struct sample *s)
{
    unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    unsigned head = atomic_load_explicit(&r->head, memory_order_acquire);

    if (head == tail)
        return false;
    *s = r->slots[tail % SIZE];
    atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
    return true;
}

static int measure(int i)
{
    return (i * 7 + 3) % 50;
}

static void *sensor(void *arg)
{
    int *overruns = arg;

    for (int i = 0; i < SAMPLES; i++) {
        struct sample s = {i, measure(i)};
        while (!ring_push(&ring, s)) {
            ++*overruns;
            sched_yield();
        }
    }
    return NULL;
}

static void *recorder(void *arg)
{
    long *sum = arg;
    struct sample s;

    for (int i = 0; i < SAMPLES; i++) {
        while (!ring_pop(&ring, &s))
            sched_yield();
        assert(s.sequence == i);
        assert(s.value == measure(i));
        *sum += s.value;
    }
    return NULL;
}

int main(void)
{
    pthread_t writer, reader;
    int overruns = 0;
    long sum = 0;

    if (pthread_create(&reader, NULL, recorder, &sum) || pthread_create(&writer, NULL, sensor, &overruns)) {
        fprintf(stderr, "cannot create threads\n");
        return 1;
    }
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    printf("sum %ld, %d overruns\n", sum, overruns);
    return 0;
}
