/*
 * Objects shared by counting references. THREADS users each hold a reference and drop it. PLAIN drops in two steps;
 * SPLIT decrements atomically but looks at the result with a second read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif

struct object {
    int references, value;
};

static int freed;

static void drop(struct object *o) {
    assert(o->value == 1);
#if defined(PLAIN)
    int left = o->references - 1;
    o->references = left;
#elif defined(SPLIT)
    __sync_fetch_and_sub(&o->references, 1);
    int left = o->references;
#else
    int left = __sync_sub_and_fetch(&o->references, 1);
#endif
    if (left == 0) {
        __sync_fetch_and_add(&freed, 1);
        free(o);
    }
}

static void *user(void *argument) {
    drop(argument);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    struct object *o = malloc(sizeof *o);
    if (!o)
        return 0;
    o->references = THREADS;
    o->value = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, user, o);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(freed == 1);
    return 0;
}
