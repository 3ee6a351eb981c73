// verdict: invalid-free
/* free gets a pointer that another thread has moved. */
#include <pthread.h>
#include <stdlib.h>

char *volatile cursor;

void *advance(void *unused) {
    cursor++;
    return 0;
}

int main(void) {
    pthread_t t;
    cursor = malloc(2);
    pthread_create(&t, 0, advance, 0);
    free(cursor);  // here
    pthread_join(t, 0);
    return 0;
}
