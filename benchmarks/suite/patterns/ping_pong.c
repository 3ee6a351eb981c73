/*
 * Two threads hand a value to and fro ROUNDS times. HOW: 0 two semaphores, 1 two flags to spin on, 2 one condition
 * variable, 3 two semaphores of which the wrong one starts at one.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef HOW
#define HOW 0
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static int value;

#if HOW == 0 || HOW == 3
static sem_t turn[2];
static void await(int me) { sem_wait(&turn[me]); }
static void pass(int me) { sem_post(&turn[1 - me]); }
#elif HOW == 1
static volatile int turn;
static void await(int me) {
    while (turn != me)
        ;
}
static void pass(int me) { turn = 1 - me; }
#else
static int turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void await(int me) {
    pthread_mutex_lock(&lock);
    while (turn != me)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}
static void pass(int me) {
    pthread_mutex_lock(&lock);
    turn = 1 - me;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
#endif

static void *player(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++) {
        await(me);
        assert(value == 2 * i + me);
        value++;
        pass(me);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
#if HOW == 0 || HOW == 3
    sem_init(&turn[0], 0, HOW == 0);
    sem_init(&turn[1], 0, HOW == 3);
#endif
    pthread_create(&a, NULL, player, (void *)0);
    pthread_create(&b, NULL, player, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 2 * ROUNDS);
    return 0;
}
