// reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { int state; int more; };

void *handle(void *argument) {
    struct job *job = argument;
    assert(job->state == 0);
    free(job);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct job *job = calloc(1, sizeof *job); // safe
        struct job *job = malloc(sizeof *job); // unsafe
        job->more = 1;
        pthread_create(&t, 0, handle, job);
        pthread_detach(t);
    }
}
