/*
 * TOPLAS 2021, table 4: SafeStack, after the algorithm that Dmitry Vyukov posted as a riddle for model checkers. A
 * lock-free stack of indices: a pop detaches the head by exchanging its successor for NONE, and puts the successor
 * back if the head moved meanwhile. Two threads can come to own one element; that takes three threads and five
 * context switches. Every thread ROUNDS times takes an element, writes its own mark into it and puts it back. COUNTED
 * repairs it with a version number in the head.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef SIZE
#define SIZE 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define NONE (-1)

static volatile int value[SIZE], next[SIZE];
static volatile int head, count;

#ifndef COUNTED

static int pop(void) {
    while (count > 1) {
        int top = head;
        int successor = __sync_lock_test_and_set(&next[top], NONE);
        if (successor >= 0) {
            if (__sync_bool_compare_and_swap(&head, top, successor)) {
                __sync_fetch_and_sub(&count, 1);
                return top;
            }
            __sync_lock_test_and_set(&next[top], successor);
        }
    }
    return NONE;
}

static void push(int index) {
    int top;
    do {
        top = head;
        __sync_lock_test_and_set(&next[index], top);
    } while (!__sync_bool_compare_and_swap(&head, top, index));
    __sync_fetch_and_add(&count, 1);
}

#else

#define INDEX(versioned) ((versioned) % (SIZE + 1) - 1)
#define VERSIONED(old, index) (((old) / (SIZE + 1) + 1) * (SIZE + 1) + (index) + 1)

static int pop(void) {
    for (;;) {
        int old = head;
        int top = INDEX(old);
        if (top == NONE)
            return NONE;
        int successor = next[top];
        if (__sync_bool_compare_and_swap(&head, old, VERSIONED(old, successor)))
            return top;
    }
}

static void push(int index) {
    int old;
    do {
        old = head;
        next[index] = INDEX(old);
    } while (!__sync_bool_compare_and_swap(&head, old, VERSIONED(old, index)));
}

#endif

static void *worker(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int mine;
        do
            mine = pop();
        while (mine == NONE);
        value[mine] = me;
        assert(value[mine] == me);
        push(mine);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < SIZE; i++)
        next[i] = i + 1 < SIZE ? i + 1 : NONE;
    count = SIZE;
#ifdef COUNTED
    head = 1;
#endif
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
