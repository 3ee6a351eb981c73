// verdict: assertion
/* Three threads and a barrier for two. */
#include <assert.h>
#include <pthread.h>

int arrived;
pthread_barrier_t barrier;

void *worker(void *unused) {
    __sync_fetch_and_add(&arrived, 1);
    pthread_barrier_wait(&barrier);
    assert(arrived == 3);  // here
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, 0);
    return 0;
}
