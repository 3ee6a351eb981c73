/*
 * A withdrawal that looks at the balance in one critical section and changes it in another. FIXED uses one. SPLIT
 * keeps total and parts under two locks, so that a reader of both can see them disagree.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static int balance = 10, spent;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef SPLIT
static pthread_mutex_t spent_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *withdraw(void *unused) {
    pthread_mutex_lock(&lock);
    int enough = balance >= 6;
#if !defined(FIXED) && !defined(SPLIT)
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (enough)
        balance -= 6;
    assert(balance >= 0);
#ifdef SPLIT
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&spent_lock);
    if (enough)
        spent += 6;
    pthread_mutex_unlock(&spent_lock);
#else
    if (enough)
        spent += 6;
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

static void *auditor(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = balance;
#ifdef SPLIT
    pthread_mutex_lock(&spent_lock);
    seen += spent;
    pthread_mutex_unlock(&spent_lock);
#else
    seen += spent;
#endif
    pthread_mutex_unlock(&lock);
    assert(seen == 10);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS], a;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, withdraw, NULL);
    pthread_create(&a, NULL, auditor, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(a, NULL);
    return 0;
}
