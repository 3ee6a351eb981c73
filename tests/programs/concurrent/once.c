// verdict: safe
/* pthread_once runs the initialiser once, and nobody goes on before it is done. */
#include <assert.h>
#include <pthread.h>

int value, runs;
pthread_once_t once = PTHREAD_ONCE_INIT;

void initialise(void) {
    runs++;
    value = 42;
}

void *worker(void *unused) {
    pthread_once(&once, initialise);
    assert(value == 42);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(runs == 1);
    return 0;
}
