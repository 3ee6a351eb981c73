// locks
#include <assert.h>
#include <pthread.h>

int served;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *handle(void *unused) {
    pthread_mutex_lock(&m);
    served++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, handle, 0);
        pthread_detach(t);
        pthread_detach(t); // unsafe
    }
}
