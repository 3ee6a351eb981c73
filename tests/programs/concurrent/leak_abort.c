// verdict: safe  bounds: leaks=1
/* Whoever is aborted is not asked what it has freed. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    abort();
}

int main(void) {
    pthread_t t;
    void *mine = malloc(4);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    free(mine);
    return 0;
}
