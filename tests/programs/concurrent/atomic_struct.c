// verdict: safe
/* An atomic structure is read, written and exchanged as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair { int first, second; };
_Atomic struct pair shared;

void *writer(void *unused) {
    struct pair both = {1, 1};
    atomic_store(&shared, both);
    shared = (struct pair){2, 2};
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    struct pair seen = atomic_load(&shared);
    assert(seen.first == seen.second);
    struct pair again = shared;
    assert(again.first == again.second && again.first >= seen.first);
    struct pair before = atomic_exchange(&shared, ((struct pair){3, 3}));
    assert(before.first == before.second);
    pthread_join(thread, 0);
    return 0;
}
