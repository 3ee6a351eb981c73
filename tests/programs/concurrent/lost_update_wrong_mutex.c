// verdict: assertion
/* Each thread holds a lock, but not the same one. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *worker(void *mutex) {
    pthread_mutex_lock(mutex);
    x++;
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &m[0]);
    pthread_create(&b, 0, worker, &m[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
