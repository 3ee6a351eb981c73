// verdict: safe
/* On an _Atomic variable ++ and += are one step. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int x;
atomic_long y;

void *worker(void *unused) {
    x++;
    y += 3;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 && y == 6);
    return 0;
}
