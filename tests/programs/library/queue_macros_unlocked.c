// verdict: assertion
/* Two threads append to a tail queue without a lock: one of the elements is lost. */
#include <assert.h>
#include <pthread.h>
#include <sys/queue.h>

struct job {
    TAILQ_ENTRY(job) link;
};

TAILQ_HEAD(jobs, job) jobs = TAILQ_HEAD_INITIALIZER(jobs);
struct job first, second;

void *append(void *job) {
    TAILQ_INSERT_TAIL(&jobs, (struct job *)job, link);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct job *one;
    int count = 0;
    pthread_create(&thread, NULL, append, &first);
    append(&second);
    pthread_join(thread, NULL);
    TAILQ_FOREACH(one, &jobs, link) count++;
    assert(count == 2); // here
    return 0;
}
