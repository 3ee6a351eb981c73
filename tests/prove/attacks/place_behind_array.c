// memory
#include <pthread.h>

struct job {
    int low, high;
    char more;
} jobs[3];

void *handle(void *argument) {
    struct job *job = argument;
    job->low = 1; // safe
    job[1].low = 1; // unsafe
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, 0, handle, &jobs[i]);
        pthread_detach(t);
    }
    pthread_exit(0);
}
