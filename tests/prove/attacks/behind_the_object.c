// memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *handle(void *argument) {
    int *number = argument;
    number[0] = 1; // safe
    number[1] = 1; // unsafe
    free(number);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        int *number = malloc(sizeof *number);
        pthread_create(&t, 0, handle, number);
        pthread_detach(t);
    }
}
