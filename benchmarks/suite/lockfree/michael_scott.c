/*
 * The Michael-Scott queue: a linked list with a dummy node, head and tail moved by compare-and-swap, a lagging tail
 * helped on. Nodes are used once. BAD swings the tail without looking whether the node really is the last one, so
 * that a node gets lost. ENQUEUERS threads enqueue one value each, DEQUEUERS dequeue one each.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ENQUEUERS
#define ENQUEUERS 2
#endif
#ifndef DEQUEUERS
#define DEQUEUERS 1
#endif
#define NONE 0
#define DUMMY 1

static volatile int next[ENQUEUERS + 2], head = DUMMY, tail = DUMMY;
static volatile int taken[ENQUEUERS + 2];

static void enqueue(int node) {
    for (;;) {
        int last = tail;
#ifdef BAD
        next[last] = node;
        __sync_bool_compare_and_swap(&tail, last, node);
        return;
#else
        int successor = next[last];
        if (last != tail)
            continue;
        if (successor == NONE) {
            if (__sync_bool_compare_and_swap(&next[last], NONE, node)) {
                __sync_bool_compare_and_swap(&tail, last, node);
                return;
            }
        } else
            __sync_bool_compare_and_swap(&tail, last, successor);
#endif
    }
}

static int dequeue(void) {
    for (;;) {
        int first = head, last = tail;
        int successor = next[first];
        if (first != head)
            continue;
        if (first == last) {
            if (successor == NONE)
                return NONE;
            __sync_bool_compare_and_swap(&tail, last, successor);
        } else if (__sync_bool_compare_and_swap(&head, first, successor))
            return successor;
    }
}

static void take(int node) {
    if (node != NONE)
        assert(__sync_add_and_fetch(&taken[node], 1) == 1);
}

static void *enqueuer(void *argument) {
    enqueue((int)(long)argument);
    return NULL;
}

static void *dequeuer(void *unused) {
    take(dequeue());
    return NULL;
}

int main(void) {
    pthread_t e[ENQUEUERS], d[DEQUEUERS];
    for (long i = 0; i < ENQUEUERS; i++)
        pthread_create(&e[i], NULL, enqueuer, (void *)(i + 2));
    for (int i = 0; i < DEQUEUERS; i++)
        pthread_create(&d[i], NULL, dequeuer, NULL);
    for (int i = 0; i < ENQUEUERS; i++)
        pthread_join(e[i], NULL);
    for (int i = 0; i < DEQUEUERS; i++)
        pthread_join(d[i], NULL);
    for (int node = dequeue(); node != NONE; node = dequeue())
        take(node);
    for (int i = 0; i < ENQUEUERS; i++)
        assert(taken[i + 2] == 1);
    return 0;
}
