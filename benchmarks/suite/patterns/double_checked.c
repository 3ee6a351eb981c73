/*
 * Double-checked initialisation of an object on the heap. HOW: 0 correct (under sequential consistency), 1 published
 * before it is complete, 2 no second check, 3 no lock.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef HOW
#define HOW 0
#endif
#ifndef THREADS
#define THREADS 2
#endif

struct object {
    int value;
};

static struct object *volatile instance;
static int created;
#if HOW != 3
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void initialise(void) {
    struct object *fresh = malloc(sizeof *fresh);
    if (!fresh)
        exit(0);
    created++;
#if HOW == 1
    fresh->value = 0;
    instance = fresh;
    fresh->value = 42;
#else
    fresh->value = 42;
    instance = fresh;
#endif
}

static struct object *get(void) {
    if (!instance) {
#if HOW != 3
        pthread_mutex_lock(&lock);
#endif
#if HOW != 2
        if (!instance)
#endif
            initialise();
#if HOW != 3
        pthread_mutex_unlock(&lock);
#endif
    }
    return instance;
}

static void *user(void *unused) {
    assert(get()->value == 42);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, user, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(created == 1);
    return 0;
}
