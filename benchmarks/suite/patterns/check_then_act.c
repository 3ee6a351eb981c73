/*
 * Check, then act: WHAT 0 a null check before a use, 1 a bounds check before an access, 2 a zero check before a
 * division, 3 a limit check before an increment. ONCE reads the shared variable a single time.
 */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WHAT
#define WHAT 0
#endif

static int target, array[4], result;
static int *volatile pointer = &target;
static volatile int index_ = 3, divisor = 2, level = INT_MAX - 1;

static void *change(void *unused) {
    pointer = NULL;
    index_ = 4;
    divisor = 0;
    level = INT_MAX;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
#ifdef ONCE
    int *p = pointer, i = index_, d = divisor, l = level;
#else
#define p pointer
#define i index_
#define d divisor
#define l level
#endif
#if WHAT == 0
    if (p)
        *p = 1;
#elif WHAT == 1
    if (i < 4)
        array[i] = 1;
#elif WHAT == 2
    if (d != 0)
        result = 10 / d;
#else
    if (l < INT_MAX)
        result = l + 1;
#endif
    pthread_join(t, NULL);
#ifdef ONCE
    return p == NULL && i && d && l && array[0] && result == 77;
#else
    return array[0] && result == 77;
#endif
}
