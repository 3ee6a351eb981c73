// unsafe: reach,deadlock
/* With two consumers, one may find the buffer empty after its wait. */
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
        if (count == SIZE)
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
        if (count == 0)
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
    pthread_t p[2];
    pthread_t c[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&p[i], NULL, producer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(p[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(c[i], NULL);
    
    return 0;
}
