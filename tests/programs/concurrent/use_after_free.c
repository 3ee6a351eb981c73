// verdict: use-after-free
/* One thread reads what another may have freed. */
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *reader(void *unused) {
    int value = *shared;  // here
    return (void *)(long)value;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    *shared = 1;
    pthread_create(&t, 0, reader, 0);
    free(shared);
    pthread_join(t, 0);
    return 0;
}
