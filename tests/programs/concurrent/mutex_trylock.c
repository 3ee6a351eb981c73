// verdict: safe
/* Who does not get the lock does not enter. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int inside, entered;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    int error = pthread_mutex_trylock(&m);
    if (error == 0) {
        inside++;
        assert(inside == 1);
        inside--;
        entered++;
        pthread_mutex_unlock(&m);
    } else
        assert(error == EBUSY);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(entered == 1 || entered == 2);
    return 0;
}
