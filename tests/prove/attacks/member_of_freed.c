// memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
struct job { int low, high; struct job *next; };

void *handle(void *argument) {
    struct job *job = argument;
    int *place = &job->high;
    *place = 6;
    free(job);
    *place = 7; // unsafe
    return 0;
}

int main(void) {
    struct job *last = 0;
    for (;;) {
        pthread_t t;
        struct job *job = malloc(sizeof *job);
        job->low = 1;
        job->high = 2;
        job->next = 0;
        pthread_create(&t, 0, handle, job);
        pthread_detach(t);
    }
}
