// verdict: assertion
/* The address of a thread-local variable lets another thread write it. */
#include <assert.h>
#include <pthread.h>

__thread int own;

void *worker(void *argument) {
    *(int *)argument = 1;
    assert(own == 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, &own);
    assert(own == 0);  // here
    pthread_join(t, 0);
    return 0;
}
