/*
 * ICSE 2011, tables 1 and 2: micro. THREADS threads execute STATEMENTS visible statements each, without a loop; the
 * one property holds. It shows how a tool scales with the number of interleavings.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef STATEMENTS
#define STATEMENTS 10
#endif

static volatile int last;

#define ONE last = me;
#define TWO ONE ONE
#define FIVE TWO TWO ONE
#define TEN FIVE FIVE
#define FIFTY TEN TEN TEN TEN TEN

static void *worker(void *argument) {
    int me = (int)(long)argument;
#if STATEMENTS == 2
    TWO
#elif STATEMENTS == 5
    FIVE
#elif STATEMENTS == 10
    TEN
#elif STATEMENTS == 20
    TEN TEN
#elif STATEMENTS == 50
    FIFTY
#elif STATEMENTS == 100
    FIFTY FIFTY
#else
#error "STATEMENTS is one of 2, 5, 10, 20, 50, 100"
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(1 <= last && last <= THREADS);
    return 0;
}
