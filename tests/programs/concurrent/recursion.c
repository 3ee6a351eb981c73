// verdict: assertion
/* A recursive function increments a shared counter on the way down. */
#include <assert.h>
#include <pthread.h>

int x;

void descend(int depth) {
    if (depth == 0)
        return;
    x++;
    descend(depth - 1);
}

void *worker(void *unused) {
    descend(2);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);  // here
    return 0;
}
