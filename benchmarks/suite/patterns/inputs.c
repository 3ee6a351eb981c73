/*
 * Nondeterministic inputs and schedules together: a price and a discount are changed by two threads; only one input
 * in one order makes the total wrong. SAFE reads both under the lock.
 */
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int price, discount;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *offer(void *argument) {
    int percent = *(unsigned char *)argument % 8;
    pthread_mutex_lock(&lock);
    price = 100;
    discount = percent * 10;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *customer(void *unused) {
#ifdef SAFE
    pthread_mutex_lock(&lock);
#endif
    int rebate = discount;
    int total = price - rebate;
#ifdef SAFE
    pthread_mutex_unlock(&lock);
#endif
    assert(total >= 30 || total == 0);
    assert(total < 100 || rebate != 70);
    assert(!(rebate == 0 && total == 30));
#ifndef SAFE
    assert(!(rebate == 0 && total == 100 && discount == 50));
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    unsigned char input = __VERIFIER_nondet_uchar();
    pthread_create(&a, NULL, offer, &input);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
