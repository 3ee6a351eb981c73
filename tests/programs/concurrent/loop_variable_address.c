// verdict: assertion
/* &i is the same address for both threads: by the time they read it, the loop has moved on. */
#include <assert.h>
#include <pthread.h>

int seen[2];

void *worker(void *argument) {
    int id = *(int *)argument;
    if (id < 2)
        seen[id] = 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(seen[0] && seen[1]);  // here
    return 0;
}
