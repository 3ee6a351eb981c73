// unsafe: reach,deadlock
/* Three wait at a gate, and one is woken. */
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
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    count = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
