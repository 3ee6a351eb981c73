/* Buffers from a free list without locks. BUG: the head has no tag, so a head that came back in between is not noticed (ABA). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BUFFERS 4
#define THREADS 2
#define ROUNDS 2
#define NONE 0xffu

struct buffer {
    atomic_uint next;
    atomic_int owners;
    char data[16];
};

static struct buffer buffers[BUFFERS];
static atomic_uint head; /* the index in the low byte, a tag above it */

static unsigned with_tag(unsigned old, unsigned index)
{
#ifdef BUG
    (void)old;
    return index;
#else
    return ((old & ~0xffu) + 0x100u) | index;
#endif
}

static unsigned buffer_get(void)
{
    unsigned old = atomic_load(&head), next;

    do {
        if ((old & 0xffu) == NONE)
            return NONE;
        next = atomic_load(&buffers[old & 0xffu].next);
    } while (!atomic_compare_exchange_strong(&head, &old, with_tag(old, next)));
    return old & 0xffu;
}

static void buffer_put(unsigned index)
{
    unsigned old = atomic_load(&head);

    do {
        atomic_store(&buffers[index].next, old & 0xffu);
    } while (!atomic_compare_exchange_strong(&head, &old, with_tag(old, index)));
}

static void use(unsigned index)
{
    int before = atomic_fetch_add(&buffers[index].owners, 1);

    assert(before == 0);
    atomic_fetch_sub(&buffers[index].owners, 1);
}

static void *worker(void *arg)
{
    int *failures = arg;

    for (int i = 0; i < ROUNDS; i++) {
        unsigned first = buffer_get();
        unsigned second = buffer_get();
        if (first == NONE || second == NONE)
            ++*failures;
        if (first != NONE) {
            use(first);
            buffer_put(first);
        }
        if (second != NONE) {
            use(second);
            buffer_put(second);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int failures[THREADS] = {0}, free_buffers = 0;

    for (unsigned i = 0; i < BUFFERS; i++)
        atomic_init(&buffers[i].next, i + 1 < BUFFERS ? i + 1 : NONE);
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, worker, &failures[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    while (buffer_get() != NONE && free_buffers <= BUFFERS)
        free_buffers++;
    printf("%d buffers in the list\n", free_buffers);
    assert(free_buffers == BUFFERS);
    return EXIT_SUCCESS;
}
