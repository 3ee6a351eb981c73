/*
 * Money goes from each account to the next; each transfer locks its source first. FIXED locks in the order of the
 * account numbers. No money is made or lost on the way.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ACCOUNTS
#define ACCOUNTS 2
#endif
enum { DEPOSIT = 2 };

static struct account {
    int balance;
    pthread_mutex_t lock;
} accounts[ACCOUNTS];

static void transfer(int from, int to, int amount) {
    int first = from, second = to;
#ifdef FIXED
    if (first > second) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&accounts[first].lock);
    pthread_mutex_lock(&accounts[second].lock);
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
    }
    pthread_mutex_unlock(&accounts[second].lock);
    pthread_mutex_unlock(&accounts[first].lock);
}

static void *clerk(void *argument) {
    int me = (int)(long)argument;
    transfer(me, (me + 1) % ACCOUNTS, me + 1);
    return NULL;
}

int main(void) {
    pthread_t clerks[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        accounts[i].balance = DEPOSIT;
        pthread_mutex_init(&accounts[i].lock, NULL);
    }
    for (long i = 0; i < ACCOUNTS; i++)
        pthread_create(&clerks[i], NULL, clerk, (void *)i);
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_join(clerks[i], NULL);
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance;
    assert(sum == ACCOUNTS * DEPOSIT);
    return 0;
}
