/*
 * Cars come to a crossing from all sides at once. Each drives onto the square before it, waits there until the next
 * square is free, drives on and leaves. A monitor counts the cars on the crossing; FIXED makes it let in all but one
 * at a time, so that the crossing is never full.
 */
#include <assert.h>
#include <pthread.h>

#ifndef CARS
#define CARS 4
#endif

static pthread_mutex_t squares[CARS];
static pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static int inside, passed;

static void drive_in(void) {
    pthread_mutex_lock(&counter);
#ifdef FIXED
    while (inside == CARS - 1)
        pthread_cond_wait(&room, &counter);
#endif
    inside++;
    assert(inside <= CARS);
    pthread_mutex_unlock(&counter);
}

static void drive_out(void) {
    pthread_mutex_lock(&counter);
    assert(inside > 0);
    inside--;
    passed++;
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&counter);
}

static void *car(void *argument) {
    int here = (int)(long)argument, next = (here + 1) % CARS;
    drive_in();
    pthread_mutex_lock(&squares[here]);
    pthread_mutex_lock(&squares[next]);
    pthread_mutex_unlock(&squares[here]);
    pthread_mutex_unlock(&squares[next]);
    drive_out();
    return NULL;
}

int main(void) {
    pthread_t cars[CARS];
    for (int i = 0; i < CARS; i++)
        pthread_mutex_init(&squares[i], NULL);
    for (long i = 0; i < CARS; i++)
        pthread_create(&cars[i], NULL, car, (void *)i);
    for (int i = 0; i < CARS; i++)
        pthread_join(cars[i], NULL);
    assert(inside == 0 && passed == CARS);
    return 0;
}
