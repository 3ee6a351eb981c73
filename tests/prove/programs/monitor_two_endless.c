// proved: reach,deadlock
/* A bounded buffer without an end: two condition variables, a signal for each item. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define SIZE 2
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static void *producer(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &lock);
        count++;
        assert(count <= SIZE);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
static void *consumer(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&not_empty, &lock);
        count--;
        assert(count >= 0);
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(void)
{
    pthread_t p;
    pthread_t c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    
    return 0;
}
