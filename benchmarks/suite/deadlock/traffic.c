/*
 * Cars come to a crossing from all sides at once. Each drives onto the square before it, waits there until the next
 * square is free, drives on and leaves. FIXED lets all but one onto the crossing at a time.
 */
#include <pthread.h>
#include <semaphore.h>

#ifndef CARS
#define CARS 4
#endif

static pthread_mutex_t squares[CARS];
#ifdef FIXED
static sem_t room;
#endif

static void *car(void *argument) {
    int here = (int)(long)argument, next = (here + 1) % CARS;
#ifdef FIXED
    sem_wait(&room);
#endif
    pthread_mutex_lock(&squares[here]);
    pthread_mutex_lock(&squares[next]);
    pthread_mutex_unlock(&squares[here]);
    pthread_mutex_unlock(&squares[next]);
#ifdef FIXED
    sem_post(&room);
#endif
    return NULL;
}

int main(void) {
    pthread_t cars[CARS];
    for (int i = 0; i < CARS; i++)
        pthread_mutex_init(&squares[i], NULL);
#ifdef FIXED
    sem_init(&room, 0, CARS - 1);
#endif
    for (long i = 0; i < CARS; i++)
        pthread_create(&cars[i], NULL, car, (void *)i);
    for (int i = 0; i < CARS; i++)
        pthread_join(cars[i], NULL);
    return 0;
}
