// verdict: safe
/* The object lives until its reader has ended. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *reader(void *unused) {
    assert(*shared == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    *shared = 1;
    pthread_create(&t, 0, reader, 0);
    pthread_join(t, 0);
    free(shared);
    return 0;
}
