/*
 * A message on the heap is handed to a worker that frees it. BAD reads it once more after the hand-over; LATE frees
 * it twice when the worker is slow to say that it has it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    int value;
};

static struct message *volatile box;
static volatile int accepted;

static void *worker(void *unused) {
    struct message *m = box;
    if (!m)
        return NULL;
    accepted = 1;
    assert(m->value == 7);
    free(m);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct message *m = malloc(sizeof *m);
    if (!m)
        return 0;
    m->value = 7;
    pthread_create(&t, NULL, worker, NULL);
    box = m;
#ifdef BAD
    assert(m->value == 7);
#endif
#ifdef LATE
    if (!accepted)
        free(m);
    pthread_join(t, NULL);
#else
    pthread_join(t, NULL);
    if (!accepted)
        free(m);
#endif
    return 0;
}
