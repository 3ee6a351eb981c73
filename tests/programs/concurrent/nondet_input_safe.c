// verdict: safe
/* Whatever the inputs, the sum of two exchanged accounts stays. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int a = 5, b = 5;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    int amount = __VERIFIER_nondet_bool() ? 2 : -1;
    pthread_mutex_lock(&m);
    a -= amount;
    b += amount;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a + b == 10);
    return 0;
}
