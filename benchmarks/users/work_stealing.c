/* Each worker has a deque of tasks; who has none steals. BUG: a thief looks whether there is a task before it locks. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 3
#define TASKS 9

struct deque {
    pthread_mutex_t lock;
    int tasks[TASKS];
    int top, bottom; /* tasks[top..bottom) are there */
};

struct worker {
    pthread_t thread;
    int id;
    int executed, stolen;
};

static struct deque deques[WORKERS];
static struct worker workers[WORKERS];
static int done[TASKS];

static int pop(struct deque *d)
{
    int task = -1;

    pthread_mutex_lock(&d->lock);
    if (d->top < d->bottom)
        task = d->tasks[--d->bottom];
    pthread_mutex_unlock(&d->lock);
    return task;
}

static int steal(struct deque *d)
{
    int task = -1;

#ifdef BUG
    if (d->top >= d->bottom)
        return -1;
    pthread_mutex_lock(&d->lock);
    task = d->tasks[d->top++];
    pthread_mutex_unlock(&d->lock);
#else
    pthread_mutex_lock(&d->lock);
    if (d->top < d->bottom)
        task = d->tasks[d->top++];
    pthread_mutex_unlock(&d->lock);
#endif
    return task;
}

static int steal_from_others(struct worker *w)
{
    for (int i = 1; i < WORKERS; i++) {
        int task = steal(&deques[(w->id + i) % WORKERS]);
        if (task >= 0) {
            w->stolen++;
            return task;
        }
    }
    return -1;
}

static void *run(void *arg)
{
    struct worker *w = arg;
    int task;

    for (;;) {
        task = pop(&deques[w->id]);
        if (task < 0)
            task = steal_from_others(w);
        if (task < 0)
            break;
        done[task]++;
        w->executed++;
    }
    return NULL;
}

int main(void)
{
    int executed = 0;

    for (int i = 0; i < WORKERS; i++) {
        pthread_mutex_init(&deques[i].lock, NULL);
        workers[i].id = i;
    }
    /* uneven on purpose: the first worker has most */
    for (int i = 0; i < TASKS; i++) {
        struct deque *d = &deques[i < 5 ? 0 : i % WORKERS];
        d->tasks[d->bottom++] = i;
    }
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i])) {
            perror("pthread_create");
            exit(EXIT_FAILURE);
        }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        executed += workers[i].executed;
        printf("worker %d: %d tasks, %d stolen\n", i, workers[i].executed, workers[i].stolen);
    }
    for (int i = 0; i < TASKS; i++)
        assert(done[i] == 1);
    assert(executed == TASKS);
    return EXIT_SUCCESS;
}
