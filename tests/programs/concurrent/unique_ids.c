// verdict: assertion
/* id = next++: two threads can draw the same number. */
#include <assert.h>
#include <pthread.h>

int next, id[2];

void *worker(void *slot) {
    *(int *)slot = next++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &id[0]);
    pthread_create(&b, 0, worker, &id[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(id[0] != id[1]);  // here
    return 0;
}
