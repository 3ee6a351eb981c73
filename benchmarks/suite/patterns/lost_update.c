/*
 * The lost update: THREADS threads add one LOOPS times. HOW: 0 plain, 1 with a lock, 2 with an atomic addition, 3 in
 * an atomic section, 4 with a compound assignment. BOUND is what the sum must reach at least.
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOOPS
#define LOOPS 1
#endif
#ifndef HOW
#define HOW 0
#endif
#ifndef BOUND
#define BOUND (THREADS * LOOPS)
#endif

static int x;
#if HOW == 1
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void add(void) {
#if HOW == 1
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
#elif HOW == 2
    __sync_fetch_and_add(&x, 1);
#elif HOW == 3
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
#elif HOW == 4
    x += 1;
#else
    x++;
#endif
}

static void *worker(void *unused) {
    for (int i = 0; i < LOOPS; i++)
        add();
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(BOUND <= x && x <= THREADS * LOOPS);
    return 0;
}
