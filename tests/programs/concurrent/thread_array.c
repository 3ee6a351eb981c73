// verdict: safe
/* Threads in an array, arguments in an array of structs, results through both. */
#include <assert.h>
#include <pthread.h>

#define N 3
struct job {
    int input, output;
} jobs[N];

void *work(void *argument) {
    struct job *job = argument;
    job->output = job->input * job->input;
    return job;
}

int main(void) {
    pthread_t threads[N];
    int sum = 0;
    for (int i = 0; i < N; i++) {
        jobs[i].input = i + 1;
        pthread_create(&threads[i], 0, work, &jobs[i]);
    }
    for (int i = 0; i < N; i++) {
        void *job;
        pthread_join(threads[i], &job);
        sum += ((struct job *)job)->output;
    }
    assert(sum == 14);
    return 0;
}
