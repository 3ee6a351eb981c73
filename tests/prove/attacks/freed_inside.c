// memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { int low, high; };

void *handle(void *argument) {
    struct job *job = argument;
    free(job); // safe
    free(&job->high); // unsafe
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct job *job = malloc(sizeof *job);
        pthread_create(&t, 0, handle, job);
        pthread_detach(t);
    }
}
