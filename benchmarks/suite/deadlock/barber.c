/*
 * The sleeping barber with one chair and CUSTOMERS customers. The barber sleeps until a customer knocks; a customer
 * waits until the cut is done. BAD lets a customer leave without having knocked, although the barber counts on every
 * one of them.
 */
#include <pthread.h>
#include <semaphore.h>

#ifndef CUSTOMERS
#define CUSTOMERS 2
#endif
#ifndef CHAIRS
#define CHAIRS 1
#endif

static int waiting, served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t knock, done;

static void *customer(void *unused) {
    pthread_mutex_lock(&lock);
    if (waiting == CHAIRS) {
        served++;
        pthread_mutex_unlock(&lock);
#ifndef BAD
        sem_post(&knock);
#endif
        return NULL;
    }
    waiting++;
    pthread_mutex_unlock(&lock);
    sem_post(&knock);
    sem_wait(&done);
    return NULL;
}

static void *barber(void *unused) {
    for (int i = 0; i < CUSTOMERS; i++) {
        sem_wait(&knock);
        pthread_mutex_lock(&lock);
        int someone = waiting > 0;
        if (someone)
            waiting--;
        pthread_mutex_unlock(&lock);
        if (someone)
            sem_post(&done);
    }
    return NULL;
}

int main(void) {
    pthread_t customers[CUSTOMERS], b;
    sem_init(&knock, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&b, NULL, barber, NULL);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&customers[i], NULL, customer, NULL);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(customers[i], NULL);
    pthread_join(b, NULL);
    return 0;
}
