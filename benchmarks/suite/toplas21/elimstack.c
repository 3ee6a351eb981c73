/*
 * TOPLAS 2021, table 4: elimination-backoff stack, after the pseudo-code of Hendler, Shavit and Yerushalmi. A push or
 * pop that loses the race for the top looks for a partner in a collision array; a push and a pop that meet cancel
 * out. Cells come from a small pool. With REUSE the cell of a popped element goes back to the pool at once, and a pop
 * that still holds the cell's old successor takes away what it must not (ABA): with three pushes and four pops one
 * value is popped twice. Without REUSE cells are used once.
 *
 * Threads are numbered; bit i of PUSHES says that thread i pushes the value i + 1, the others pop.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifndef THREADS
#define THREADS 7
#endif
#ifndef PUSHES
#define PUSHES 0x23 /* threads 0, 1 and 5 */
#endif
#ifndef WIDTH
#define WIDTH 1
#endif
#define IS_PUSH(thread) (PUSHES >> (thread) & 1)
#define EMPTY (-1)
#define NOTHING 0

struct cell {
    struct cell *next;
    int data;
};
enum operation { PUSH, POP };
struct info {
    int id;
    enum operation operation;
    struct cell *cell;
};

static struct cell pool[THREADS];
static struct cell *unused;
static struct cell *top;
static struct info infos[THREADS];
static struct info *location[THREADS];
static int collision[WIDTH];
static int popped[THREADS + 1];

static struct cell *allocate(int data) {
    __VERIFIER_atomic_begin();
    struct cell *cell = unused;
    unused = cell->next;
    __VERIFIER_atomic_end();
    cell->data = data;
    return cell;
}

static void release(struct cell *cell) {
#ifdef REUSE
    __VERIFIER_atomic_begin();
    cell->next = unused;
    unused = cell;
    __VERIFIER_atomic_end();
#endif
}

static int try_stack(struct info *me) {
    struct cell *old = top;
    if (me->operation == PUSH) {
        me->cell->next = old;
        return __sync_bool_compare_and_swap(&top, old, me->cell);
    }
    if (old == NULL) {
        me->cell = NULL;
        return 1;
    }
    struct cell *successor = old->next;
    if (!__sync_bool_compare_and_swap(&top, old, successor))
        return 0;
    me->cell = old;
    return 1;
}

static int try_collision(struct info *me, struct info *partner, int him) {
    if (me->operation == PUSH)
        return __sync_bool_compare_and_swap(&location[him], partner, me);
    if (!__sync_bool_compare_and_swap(&location[him], partner, NULL))
        return 0;
    me->cell = partner->cell;
    location[me->id] = NULL;
    return 1;
}

static void finish_collision(struct info *me) {
    if (me->operation == POP) {
        me->cell = location[me->id]->cell;
        location[me->id] = NULL;
    }
}

static void eliminate(struct info *me) {
    for (;;) {
        location[me->id] = me;
        int position = me->id % WIDTH;
        int him = collision[position];
        while (!__sync_bool_compare_and_swap(&collision[position], him, me->id))
            him = collision[position];
        if (him != EMPTY) {
            struct info *partner = location[him];
            if (partner != NULL && partner->id == him && partner->operation != me->operation) {
                if (!__sync_bool_compare_and_swap(&location[me->id], me, NULL)) {
                    finish_collision(me);
                    return;
                }
                if (try_collision(me, partner, him))
                    return;
                if (try_stack(me))
                    return;
                continue;
            }
        }
        if (!__sync_bool_compare_and_swap(&location[me->id], me, NULL)) {
            finish_collision(me);
            return;
        }
        if (try_stack(me))
            return;
    }
}

static void *worker(void *argument) {
    int id = (int)(long)argument;
    struct info *me = &infos[id];
    me->id = id;
    me->operation = IS_PUSH(id) ? PUSH : POP;
    if (me->operation == PUSH)
        me->cell = allocate(id + 1);
    if (!try_stack(me))
        eliminate(me);
    if (me->operation == POP && me->cell != NULL) {
        int data = me->cell->data;
        release(me->cell);
        assert(__sync_add_and_fetch(&popped[data], 1) == 1);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pool[i].next = i + 1 < THREADS ? &pool[i + 1] : NULL;
    unused = &pool[0];
    for (int i = 0; i < WIDTH; i++)
        collision[i] = EMPTY;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
