// verdict: assertion
/* The instance is published before it is complete. */
#include <assert.h>
#include <pthread.h>

int value, *volatile instance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *user(void *unused) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            instance = &value;
            value++;
        }
        pthread_mutex_unlock(&m);
    }
    assert(*instance == 1);  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
