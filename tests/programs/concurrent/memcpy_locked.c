// verdict: safe
/* memcpy under a lock. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

char shared[2] = {'a', 'a'};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    memcpy(shared, "bb", 2);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    char seen[2];
    pthread_mutex_lock(&m);
    memcpy(seen, shared, 2);
    pthread_mutex_unlock(&m);
    assert(seen[0] == seen[1]);
    pthread_join(t, 0);
    return 0;
}
