// verdict: lost-memory
/* Both threads publish an object of their own: one of them is lost if nobody looks first. */
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *publish(void *unused) {
    if (!shared)
        shared = malloc(4);  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, publish, 0);
    pthread_create(&b, 0, publish, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
