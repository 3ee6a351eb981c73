// verdict: safe
/* Two threads increment twice each: however much is lost, at least two remain. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    for (int i = 0; i < 2; i++)
        x++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(2 <= x && x <= 4);
    return 0;
}
