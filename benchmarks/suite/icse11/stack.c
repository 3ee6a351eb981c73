/*
 * ICSE 2011, table 2 (CAV 2014, row 75): stack. One thread pushes, the other pops; every operation is locked. The bad
 * version pops after a look at a flag that says that something was pushed once; FIXED asks the stack itself.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 3
#endif

static int elements[ITEMS], top;
static int pushed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
    assert(top < ITEMS);
    elements[top++] = value;
}

static int pop(void) {
    assert(top > 0);
    return elements[--top];
}

static void *pusher(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        push(i + 1);
        pushed = 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *popper(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
#ifdef FIXED
        if (top > 0)
            pop();
#else
        if (pushed)
            pop();
#endif
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
