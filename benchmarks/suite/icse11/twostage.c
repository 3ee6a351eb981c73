/*
 * ICSE 2011, tables 1 and 2: twostage. A value is updated in two stages, each under its own lock; a reader that comes
 * between the stages finds the second value missing. FIXED keeps the first lock until the second stage is done.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

static int first, second;
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
    pthread_mutex_lock(&first_lock);
    first = 1;
#ifndef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
#ifdef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    return NULL;
}

static void *reader(void *unused) {
    pthread_mutex_lock(&first_lock);
    int seen_first = first;
    pthread_mutex_unlock(&first_lock);
    if (seen_first == 0)
        return NULL;
    pthread_mutex_lock(&second_lock);
    int seen_second = second;
    pthread_mutex_unlock(&second_lock);
    assert(seen_second == seen_first + 1);
    return NULL;
}

int main(void) {
    pthread_t writers[WRITERS], readers[READERS];
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, reader, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    return 0;
}
