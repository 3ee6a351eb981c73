// unsafe: reach,deadlock
/* All sleep. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define SIZE 2
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_full, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
