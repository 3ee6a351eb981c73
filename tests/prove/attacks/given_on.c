// reach,memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { int step; };

void *second(void *argument) {
    struct job *job = argument;
    assert(job->step == 2);
    free(job);
    return 0;
}

void *first(void *argument) {
    struct job *job = argument;
    pthread_t t;
    job->step = 2; // safe
    pthread_create(&t, 0, second, job);
    job->step = 2; // unsafe
    pthread_detach(t);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct job *job = malloc(sizeof *job);
        job->step = 1;
        pthread_create(&t, 0, first, job);
        pthread_detach(t);
    }
}
