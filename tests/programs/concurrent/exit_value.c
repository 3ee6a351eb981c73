// verdict: safe
// cseq: unwind=3
/* pthread_exit from a nested call ends the thread with its value. */
#include <assert.h>
#include <pthread.h>

int after;

void leave(int depth) {
    if (depth == 0)
        pthread_exit((void *)42);
    leave(depth - 1);
    after = 1;
}

void *worker(void *unused) {
    leave(3);
    after = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &result);
    assert(result == (void *)42 && after == 0);
    return 0;
}
