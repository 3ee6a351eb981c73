// verdict: assertion
/* Between two copies of something undefined another thread writes there: then they differ. */
#include <assert.h>
#include <pthread.h>

struct cell { _Bool x; };
struct cell *shared;

void *worker(void *unused) {
    shared->x = 1;
    return 0;
}

int main(void) {
    struct cell local, first, second;
    pthread_t thread;
    shared = &local;
    pthread_create(&thread, 0, worker, 0);
    first = *shared;
    second = *shared;
    pthread_join(thread, 0);
    assert(second.x == 1 || second.x == first.x);
    assert(first.x == second.x);  // here
    return 0;
}
