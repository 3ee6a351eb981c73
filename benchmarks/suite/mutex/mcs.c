/*
 * MCS queue lock: every thread spins on its own node. BAD announces itself to the predecessor before it says that it
 * waits.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

struct node {
    struct node *volatile next;
    volatile int waiting;
};

static struct node *volatile tail;
static struct node nodes[THREADS];
static volatile int inside;

static void lock(struct node *me) {
    me->next = NULL;
    struct node *predecessor = __atomic_exchange_n(&tail, me, __ATOMIC_SEQ_CST);
    if (predecessor) {
#ifdef BAD
        predecessor->next = me;
        me->waiting = 1;
#else
        me->waiting = 1;
        predecessor->next = me;
#endif
        while (me->waiting)
            ;
    }
}

static void unlock(struct node *me) {
    if (!me->next) {
        if (__sync_bool_compare_and_swap(&tail, me, NULL))
            return;
        while (!me->next)
            ;
    }
    me->next->waiting = 0;
}

static volatile int entered;

static void *worker(void *argument) {
    struct node *me = argument;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    entered++;
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(entered == THREADS);
    return 0;
}
