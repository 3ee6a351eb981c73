// verdict: safe  bounds: leaks=1
/* What one thread allocates, another one frees. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *given) {
    free(given);
    return calloc(1, 4);
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, worker, malloc(8));
    pthread_join(t, &result);
    free(result);
    free(realloc(malloc(2), 16));
    return 0;
}
