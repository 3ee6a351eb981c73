// verdict: safe
/* A fetch-and-add gives every thread its own number. */
#include <assert.h>
#include <pthread.h>

int next, id[3];

void *worker(void *slot) {
    *(int *)slot = __sync_fetch_and_add(&next, 1);
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, &id[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(id[0] != id[1] && id[1] != id[2] && id[0] != id[2]);
    return 0;
}
