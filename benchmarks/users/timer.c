/* A timer thread that ticks until it is stopped. BUG: stop does not take the lock, so its signal can come before the wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_TICKS 5

struct timer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int armed;
    int stopped;
    int ticks;
    void (*callback)(struct timer *);
};

static void *timer_loop(void *arg)
{
    struct timer *t = arg;

    pthread_mutex_lock(&t->lock);
    while (!t->stopped) {
        while (!t->armed && !t->stopped)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->armed) {
            t->armed = 0;
            t->ticks++;
            t->callback(t);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static int timer_start(struct timer *t, void (*callback)(struct timer *))
{
    int error;

    t->armed = t->stopped = t->ticks = 0;
    t->callback = callback;
    if ((error = pthread_mutex_init(&t->lock, NULL)) != 0)
        return error;
    if ((error = pthread_cond_init(&t->changed, NULL)) != 0) {
        pthread_mutex_destroy(&t->lock);
        return error;
    }
    error = pthread_create(&t->thread, NULL, timer_loop, t);
    if (error != 0) {
        pthread_cond_destroy(&t->changed);
        pthread_mutex_destroy(&t->lock);
    }
    return error;
}

static void timer_arm(struct timer *t)
{
    pthread_mutex_lock(&t->lock);
    t->armed = 1;
    pthread_cond_signal(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void timer_stop(struct timer *t)
{
#ifdef BUG
    t->stopped = 1;
    pthread_cond_signal(&t->changed);
#else
    pthread_mutex_lock(&t->lock);
    t->stopped = 1;
    pthread_cond_signal(&t->changed);
    pthread_mutex_unlock(&t->lock);
#endif
    pthread_join(t->thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
}

static void on_tick(struct timer *t)
{
    printf("tick %d\n", t->ticks);
}

int main(void)
{
    struct timer timer;
    int error = timer_start(&timer, on_tick);

    if (error != 0) {
        fprintf(stderr, "timer: error %d\n", error);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < MAX_TICKS; i++)
        timer_arm(&timer);
    timer_stop(&timer);
    assert(timer.ticks >= 0 && timer.ticks <= MAX_TICKS);
    return EXIT_SUCCESS;
}
