// verdict: assertion
/* main ends with pthread_exit: the process lives on and the other thread still fails. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    assert(x == 1);  // here
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    pthread_exit(0);
    assert(0);
}
