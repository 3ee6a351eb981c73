/*
 * Messages are copied into a shared log; the position is moved on afterwards. Two writers mix their messages, or lose
 * one. LOCK guards the copy.
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#define LENGTH 2

static char log_[WRITERS * LENGTH + 1];
static int position;
#ifdef LOCK
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *writer(void *argument) {
    char text[LENGTH];
    memset(text, 'a' + (int)(long)argument, LENGTH);
#ifdef LOCK
    pthread_mutex_lock(&lock);
#endif
    memcpy(log_ + position, text, LENGTH);
    position += LENGTH;
#ifdef LOCK
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[WRITERS];
    for (long i = 0; i < WRITERS; i++)
        pthread_create(&threads[i], NULL, writer, (void *)i);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    assert(strlen(log_) == WRITERS * LENGTH);
    for (int i = 0; i < WRITERS * LENGTH; i += LENGTH)
        assert(log_[i] == log_[i + 1]);
    return 0;
}
