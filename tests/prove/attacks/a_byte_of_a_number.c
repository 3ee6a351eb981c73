// reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *handle(void *argument) {
    int *number = argument;
    assert(*number == 256);
    free(number);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        int *number = malloc(sizeof *number);
        *number = 256;
        ((char *)number)[0] = 0; // safe
        ((char *)number)[0] = 1; // unsafe
        pthread_create(&t, 0, handle, number);
        pthread_detach(t);
    }
}
