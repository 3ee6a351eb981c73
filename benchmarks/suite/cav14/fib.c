/*
 * CAV 2014, rows 53 to 57: fib bench (N 5), longer (6), longest (11). Two threads add two numbers to each other; only
 * perfect alternation reaches the Fibonacci number LIMIT. SAFE allows that number itself.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif
#if N == 1
#define LIMIT 3
#elif N == 2
#define LIMIT 8
#elif N == 3
#define LIMIT 21
#elif N == 4
#define LIMIT 55
#elif N == 5
#define LIMIT 144
#elif N == 6
#define LIMIT 377
#elif N == 11
#define LIMIT 46368
#else
#error "N is one of 1 to 6, 11"
#endif

#ifdef SAFE
#define IN_BOUNDS(n) ((n) <= LIMIT)
#else
#define IN_BOUNDS(n) ((n) < LIMIT)
#endif

static int i = 1, j = 1;

static void *add_to_i(void *unused) {
    for (int k = 0; k < N; k++)
        i += j;
    assert(IN_BOUNDS(i));
    return NULL;
}

static void *add_to_j(void *unused) {
    for (int k = 0; k < N; k++)
        j += i;
    assert(IN_BOUNDS(j));
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add_to_i, NULL);
    pthread_create(&b, NULL, add_to_j, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
