// reach,memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { int low, high; };

void *handle(void *argument) {
    struct job job = *(struct job *)argument;
    free(argument);
    assert(job.low <= job.high);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct job job = {1, 4};
        struct job *copy = malloc(sizeof *copy);
        job.low = 5; // unsafe
        *copy = job;
        pthread_create(&t, 0, handle, copy);
        pthread_detach(t);
    }
}
