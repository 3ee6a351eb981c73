/* A pool of workers with a list of jobs. BUG: at shutdown only one worker is woken up. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4
#define JOBS 10

typedef void (*job_function)(void *);

struct job {
    job_function run;
    void *argument;
    struct job *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct job *head, *tail;
    int stopping;
    int completed;
    pthread_t threads[WORKERS];
};

static struct job *take(struct pool *p)
{
    struct job *j = p->head;

    if (j) {
        p->head = j->next;
        if (!p->head)
            p->tail = NULL;
    }
    return j;
}

static void *worker(void *arg)
{
    struct pool *p = arg;

    for (;;) {
        pthread_mutex_lock(&p->lock);
        while (!p->head && !p->stopping)
            pthread_cond_wait(&p->work, &p->lock);
        struct job *j = take(p);
        pthread_mutex_unlock(&p->lock);
        if (!j)
            break;
        j->run(j->argument);
        free(j);
        pthread_mutex_lock(&p->lock);
        p->completed++;
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

static int pool_start(struct pool *p)
{
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    p->head = p->tail = NULL;
    p->stopping = p->completed = 0;
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&p->threads[i], NULL, worker, p) != 0)
            return -1;
    return 0;
}

static int pool_submit(struct pool *p, job_function run, void *argument)
{
    struct job *j = malloc(sizeof *j);

    if (!j)
        return -1;
    j->run = run;
    j->argument = argument;
    j->next = NULL;
    pthread_mutex_lock(&p->lock);
    if (p->tail)
        p->tail->next = j;
    else
        p->head = j;
    p->tail = j;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
    return 0;
}

static void pool_stop(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopping = 1;
#ifdef BUG
    pthread_cond_signal(&p->work);
#else
    pthread_cond_broadcast(&p->work);
#endif
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
}

static void square(void *arg)
{
    int *n = arg;
    *n = *n * *n;
}

int main(void)
{
    static struct pool pool;
    int numbers[JOBS];

    if (pool_start(&pool) != 0) {
        fprintf(stderr, "cannot start the pool\n");
        return 1;
    }
    for (int i = 0; i < JOBS; i++) {
        numbers[i] = i;
        if (pool_submit(&pool, square, &numbers[i]) != 0) {
            fprintf(stderr, "out of memory\n");
            return 1;
        }
    }
    pool_stop(&pool);
    for (int i = 0; i < JOBS; i++) {
        printf("%d squared is %d\n", i, numbers[i]);
        assert(numbers[i] == i * i);
    }
    assert(pool.completed == JOBS);
    return 0;
}
