// verdict: safe
/* An atomic exchange gives the pointer to one of the two. */
#include <pthread.h>
#include <stdlib.h>

void *shared;

void *release(void *unused) {
    free(__atomic_exchange_n(&shared, (void *)0, __ATOMIC_SEQ_CST));
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
