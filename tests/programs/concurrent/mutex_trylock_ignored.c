// verdict: assertion
/* The result of trylock is thrown away. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *locker(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    assert(x == 1);  // here
    pthread_mutex_unlock(&m);
    return 0;
}

void *ignorer(void *unused) {
    pthread_mutex_trylock(&m);
    x = 2;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, locker, 0);
    pthread_create(&b, 0, ignorer, 0);
    return 0;
}
