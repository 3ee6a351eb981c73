// verdict: memory-leak
/* A thread forgets what it has allocated. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    int *mine = malloc(sizeof *mine);  // here
    *mine = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
