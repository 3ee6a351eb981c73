// verdict: assertion
/* Each access is locked, the transaction is not. */
#include <assert.h>
#include <pthread.h>

int balance = 10;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int get(void) {
    pthread_mutex_lock(&m);
    int value = balance;
    pthread_mutex_unlock(&m);
    return value;
}

void set(int value) {
    pthread_mutex_lock(&m);
    balance = value;
    pthread_mutex_unlock(&m);
}

void *withdraw(void *unused) {
    set(get() - 5);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, withdraw, 0);
    pthread_create(&b, 0, withdraw, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 0);  // here
    return 0;
}
