// verdict: safe
/* Two threads look at their own copies of something undefined, and find the same. */
#include <assert.h>
#include <pthread.h>

struct cell { _Bool x; };
struct cell shared;
_Bool seen;

void *worker(void *given) {
    struct cell own = *(struct cell *)given;
    seen = own.x;
    return 0;
}

int main(void) {
    struct cell local, mine;
    pthread_t thread;
    shared = local;
    mine = local;
    pthread_create(&thread, 0, worker, &shared);
    _Bool here = mine.x;
    pthread_join(thread, 0);
    assert(seen == here && local.x == here && shared.x == here);
    return 0;
}
