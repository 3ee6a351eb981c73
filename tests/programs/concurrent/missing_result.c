// verdict: safe
/* A start routine may end without a value, as long as nobody uses it (C11 6.9.1p12). */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x++;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
