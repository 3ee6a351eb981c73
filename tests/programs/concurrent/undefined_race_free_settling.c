// verdict: safe  bounds: races=1
/* Who reads a copy of something undefined does not touch the others. */
#include <assert.h>
#include <pthread.h>

struct cell { _Bool x; };
struct cell mine, yours;
_Bool seen;

void *worker(void *unused) {
    seen = yours.x;
    return 0;
}

int main(void) {
    struct cell local;
    pthread_t thread;
    mine = local;
    yours = local;
    pthread_create(&thread, 0, worker, 0);
    _Bool here = mine.x;
    pthread_join(thread, 0);
    assert(seen == here);
    return 0;
}
