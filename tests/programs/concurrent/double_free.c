// verdict: double-free
/* Check, then act: both threads see a pointer to free. */
#include <pthread.h>
#include <stdlib.h>

void *shared;

void *release(void *unused) {
    void *p = shared;
    if (p) {
        shared = 0;
        free(p);  // here
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    shared = malloc(1);
    pthread_create(&a, 0, release, 0);
    pthread_create(&b, 0, release, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
