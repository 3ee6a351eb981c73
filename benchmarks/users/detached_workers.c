/* Detached workers report to a latch on the caller's stack. BUG: the caller waits until the work is begun, not until it is done. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 3
#define BLOCK 8

struct latch {
    pthread_mutex_t lock;
    pthread_cond_t zero;
    int pending;
};

struct task {
    struct latch *latch;
    int *output;
    int first;
};

static void latch_count_down(struct latch *l)
{
    pthread_mutex_lock(&l->lock);
    if (--l->pending == 0)
        pthread_cond_signal(&l->zero);
    pthread_mutex_unlock(&l->lock);
}

static void latch_wait(struct latch *l)
{
    pthread_mutex_lock(&l->lock);
    while (l->pending > 0)
        pthread_cond_wait(&l->zero, &l->lock);
    pthread_mutex_unlock(&l->lock);
}

static void *worker(void *arg)
{
    struct task *t = arg;
    struct latch *latch = t->latch;

#ifdef BUG
    latch_count_down(latch);
#endif
    for (int i = 0; i < BLOCK; i++)
        t->output[i] = (t->first + i) * 3;
    free(t);
#ifndef BUG
    latch_count_down(latch);
#endif
    return NULL;
}

static int start_worker(struct latch *latch, int *output, int first)
{
    pthread_t thread;
    pthread_attr_t attr;
    struct task *t = malloc(sizeof *t);

    if (!t)
        return -1;
    t->latch = latch;
    t->output = output;
    t->first = first;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &attr, worker, t) != 0) {
        pthread_attr_destroy(&attr);
        free(t);
        return -1;
    }
    pthread_attr_destroy(&attr);
    return 0;
}

static long compute(void)
{
    static struct latch latch = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, WORKERS};
    int output[WORKERS * BLOCK];
    long sum = 0;

    for (int i = 0; i < WORKERS * BLOCK; i++)
        output[i] = 0;
    for (int i = 0; i < WORKERS; i++) {
        if (start_worker(&latch, output + i * BLOCK, i * BLOCK) != 0) {
            fprintf(stderr, "cannot start worker %d\n", i);
            exit(EXIT_FAILURE);
        }
    }
    latch_wait(&latch);
    for (int i = 0; i < WORKERS * BLOCK; i++)
        sum += output[i];
    return sum;
}

int main(void)
{
    int n = WORKERS * BLOCK;
    long sum = compute();

    printf("sum %ld\n", sum);
    assert(sum == 3L * n * (n - 1) / 2);
    return EXIT_SUCCESS;
}
