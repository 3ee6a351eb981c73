// verdict: safe
/* An atomic structure is exchanged with all that is undefined in it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair { _Bool x, y; };
_Atomic struct pair shared;
struct pair stored;

void *worker(void *unused) {
    struct pair local;
    local.y = 1;
    stored = local;
    atomic_store(&shared, local);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    struct pair before = atomic_exchange(&shared, ((struct pair){0, 0}));
    pthread_join(thread, 0);
    struct pair after = atomic_load(&shared);
    assert(!before.y || (before.x == stored.x && !after.x));
    assert(before.y || after.x == stored.x);
    return 0;
}
