// proved: reach,memory,locks,deadlock
/* Each thread is given a place in an array. */
#include <pthread.h>

#define COUNT 3

struct job {
    int first, last;
};
struct job jobs[COUNT];
int data[12];

void *work(void *argument) {
    struct job *job = argument;
    for (int i = job->first; i < job->last; i++)
        data[i] = i;
    return 0;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < COUNT; i++) {
        jobs[i].first = i * 4;
        jobs[i].last = i * 4 + 4;
        pthread_create(&thread, 0, work, &jobs[i]);
        pthread_detach(thread);
    }
    pthread_exit(0);
}
