// reach,memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct job { int state; long more; };

void *reserve(size_t size) {
    void *found = malloc(size);
    if (!found) abort();
    return found;
}

void *handle(void *argument) {
    struct job *job = argument;
    int *mark = reserve(sizeof *mark);
    *mark = 1;
    assert(job->state == 3);
    assert(*mark == 1);
    free(job);
    free(mark);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct job *job = reserve(sizeof *job);
        job->state = 3; // safe
        job->state = __VERIFIER_nondet_int(); // unsafe
        pthread_create(&t, 0, handle, job);
        pthread_detach(t);
    }
}
