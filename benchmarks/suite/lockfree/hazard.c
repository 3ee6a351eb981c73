/*
 * A pointer that is replaced while it is read. The reader announces the object in a hazard slot and looks again
 * before it uses it; the writer frees only what nobody has announced. BAD uses the object without looking again.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *volatile current, *volatile hazard;

static void *reader(void *unused) {
    int *mine = current;
    hazard = mine;
#ifndef BAD
    if (current != mine)
        return NULL;
#endif
    assert(*mine == 1 || *mine == 2);
    hazard = NULL;
    return NULL;
}

static int *make(int value) {
    int *object = malloc(sizeof *object);
    if (!object)
        exit(0);
    *object = value;
    return object;
}

int main(void) {
    pthread_t t;
    current = make(1);
    pthread_create(&t, NULL, reader, NULL);
    int *old = current;
    current = make(2);
    int freed = hazard != old;
    if (freed)
        free(old);
    pthread_join(t, NULL);
    if (!freed)
        free(old);
    free(current);
    return 0;
}
