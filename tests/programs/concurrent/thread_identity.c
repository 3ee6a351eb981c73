// verdict: safe
/* pthread_self differs between threads, and equals what pthread_create stored. */
#include <assert.h>
#include <pthread.h>

pthread_t main_thread;

void *worker(void *unused) {
    assert(!pthread_equal(pthread_self(), main_thread));
    return 0;
}

int main(void) {
    pthread_t a, b;
    main_thread = pthread_self();
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    assert(!pthread_equal(a, b) && pthread_equal(main_thread, pthread_self()));
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
