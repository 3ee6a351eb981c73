// verdict: assertion
/* Two threads lock one of two mutexes each; which ones depends on inputs. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int counter;

void *count(void *which) {
    int lock = *(_Bool *)which;
    pthread_mutex_lock(&locks[lock]);
    counter++;
    pthread_mutex_unlock(&locks[lock]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    _Bool first = __VERIFIER_nondet_bool(), second = __VERIFIER_nondet_bool();
    pthread_create(&a, 0, count, &first);
    pthread_create(&b, 0, count, &second);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);  // here
    return 0;
}
