// verdict: assertion
/* A value that is missing is stored by one thread and used by another one: it may be 7. */
#include <assert.h>
#include <pthread.h>

unsigned char kept;

unsigned char none(void) {
}

void *worker(void *unused) {
    kept = none();
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(kept != 7);  // here
    return 0;
}
