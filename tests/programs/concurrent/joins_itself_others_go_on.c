// verdict: assertion, deadlock
/* That main waits for itself keeps nobody else from failing. */
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    assert(0);  // here
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(pthread_self(), 0);  // here
    return 0;
}
