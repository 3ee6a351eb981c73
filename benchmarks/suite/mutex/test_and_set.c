/* A test-and-set lock. BAD tests, then sets; TTAS tests before it tests and sets. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int held;
static volatile int inside;

static void lock(void) {
#if defined(BAD)
    while (atomic_load(&held))
        ;
    atomic_store(&held, 1);
#elif defined(TTAS)
    do
        while (atomic_load(&held))
            ;
    while (atomic_exchange(&held, 1));
#else
    while (atomic_exchange(&held, 1))
        ;
#endif
}

static void *worker(void *unused) {
    lock();
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&held, 0);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
