/*
 * ICSE 2011, table 2 (CAV 2014, row 77): stateful. Two threads update two values, each update under the value's lock.
 * LOOPS repeats it. The sums are the same in every order; BAD asserts that they are different. With OBSERVER a third
 * thread looks instead of main, which then waits for nobody.
 */
#include <assert.h>
#include <pthread.h>

#ifndef LOOPS
#define LOOPS 1
#endif

static int first = 10, second = 10;
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;

static void change(int to_first, int to_second) {
    pthread_mutex_lock(&first_lock);
    first += to_first;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second += to_second;
    pthread_mutex_unlock(&second_lock);
}

static void *one(void *unused) {
    for (int i = 0; i < LOOPS; i++)
        change(1, 1);
    return NULL;
}

static void *two(void *unused) {
    for (int i = 0; i < LOOPS; i++)
        change(5, -6);
    return NULL;
}

static int as_expected(void) { return first == 10 + 6 * LOOPS && second == 10 - 5 * LOOPS; }

#ifdef OBSERVER
static void *observe(void *unused) {
    pthread_mutex_lock(&first_lock);
    pthread_mutex_lock(&second_lock);
    assert(!as_expected());
    pthread_mutex_unlock(&second_lock);
    pthread_mutex_unlock(&first_lock);
    return NULL;
}
#endif

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
#ifdef OBSERVER
    pthread_t c;
    pthread_create(&c, NULL, observe, NULL);
    pthread_exit(NULL);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef BAD
    assert(!as_expected());
#else
    assert(as_expected());
#endif
    return 0;
}
