/*
 * ICSE 2011, tables 1 and 2: reorder. Setters write two variables that belong together, checkers read both.
 * A checker that comes between the two writes sees a pair that no setter meant. FIXED puts a lock around both sides.
 */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static volatile int a, b;

#ifdef FIXED
static pthread_mutex_t pair = PTHREAD_MUTEX_INITIALIZER;
#define ENTER() pthread_mutex_lock(&pair)
#define LEAVE() pthread_mutex_unlock(&pair)
#else
#define ENTER()
#define LEAVE()
#endif

static void *setter(void *unused) {
    ENTER();
    a = 1;
    b = -1;
    LEAVE();
    return NULL;
}

static void *checker(void *unused) {
    ENTER();
    int seen_a = a, seen_b = b;
    LEAVE();
    assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));
    return NULL;
}

int main(void) {
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], NULL, setter, NULL);
    for (int i = 0; i < CHECKERS; i++)
        pthread_create(&checkers[i], NULL, checker, NULL);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], NULL);
    for (int i = 0; i < CHECKERS; i++)
        pthread_join(checkers[i], NULL);
    return 0;
}
