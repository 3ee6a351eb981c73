/*
 * Treiber's stack over a pool of nodes. With REUSE a popped node goes back to the pool and can come back to the top
 * while a slow pop still remembers its old successor (ABA). Without it every node is used once. Threads 0 to
 * POPPERS-1 pop, one recycler pops two values and pushes one again.
 */
#include <assert.h>
#include <pthread.h>

#ifndef POPPERS
#define POPPERS 1
#endif
#define INITIAL 3
#define NONE (-1)

static volatile int next[INITIAL + 1], value[INITIAL + 1], top = NONE;
static volatile int taken[INITIAL + 2];

static void push(int node) {
    int old;
    do {
        old = top;
        next[node] = old;
    } while (!__sync_bool_compare_and_swap(&top, old, node));
}

static int pop(void) {
    int old, successor;
    do {
        old = top;
        if (old == NONE)
            return NONE;
        successor = next[old];
    } while (!__sync_bool_compare_and_swap(&top, old, successor));
    return old;
}

static void take(int node) {
    if (node != NONE)
        assert(__sync_add_and_fetch(&taken[value[node]], 1) == 1);
}

static void *popper(void *unused) {
    take(pop());
    return NULL;
}

static void *recycler(void *unused) {
    int first = pop(), second = pop();
    take(first);
    take(second);
#ifdef REUSE
    int node = first != NONE ? first : INITIAL;
#else
    int node = INITIAL;
#endif
    value[node] = INITIAL + 1;
    push(node);
    return NULL;
}

int main(void) {
    pthread_t poppers[POPPERS], r;
    for (int i = 0; i < INITIAL; i++) {
        value[i] = i + 1;
        push(i);
    }
    for (int i = 0; i < POPPERS; i++)
        pthread_create(&poppers[i], NULL, popper, NULL);
    pthread_create(&r, NULL, recycler, NULL);
    for (int i = 0; i < POPPERS; i++)
        pthread_join(poppers[i], NULL);
    pthread_join(r, NULL);
    for (int node = pop(); node != NONE; node = pop())
        take(node);
    return 0;
}
