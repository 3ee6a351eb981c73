// proved: reach,deadlock
/* Main produces, four threads consume. */
/* main produces, endlessly; workers consume */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define SIZE 16
#define WORKERS 4
static int queue[SIZE];
static unsigned head, tail;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static void put(int v)
{
    pthread_mutex_lock(&lock);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &lock);
    queue[tail] = v;
    tail = (tail + 1) % SIZE;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}
static int get(void)
{
    int v;
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    v = queue[head];
    head = (head + 1) % SIZE;
    count--;
    assert(count >= 0 && count < SIZE);
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return v;
}
static void *worker(void *arg)
{
    for (;;) {
        int v = get();
        printf("%d\n", v);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (;;) {
        int c = getchar();
        if (c == EOF)
            exit(0);
        put(c);
    }
}
