// locks
#include <assert.h>
#include <pthread.h>

void *handle(void *unused) { return unused; }

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, handle, 0);
        pthread_detach(t);
        pthread_join(t, 0); // unsafe
    }
}
