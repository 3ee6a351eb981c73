// unsafe: memory
/* Jobs, and how many is not known: each has its part of an array. Main frees them too early. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int first, last;
};
int data[100];

void *work(void *argument) {
    struct job *job = argument;
    for (int i = job->first; i < job->last; i++)
        data[i] = i;
    free(job);
    return 0;
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        struct job *job = malloc(sizeof *job);
        if (job == NULL)
            abort();
        job->first = i % 10;
        job->last = 50;
        pthread_create(&thread, 0, work, job);
        free(job);
    }
    return 0;
}
