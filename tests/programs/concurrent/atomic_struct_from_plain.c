// verdict: assertion
/* Writing a plain structure to an atomic one reads it piece by piece: only the write is one step. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct pair { int first, second; } plain;
_Atomic struct pair shared;

void *writer(void *unused) {
    __VERIFIER_atomic_begin();
    plain.first = 1;
    plain.second = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared = plain;
    pthread_join(thread, 0);
    struct pair seen = shared;
    assert(seen.first == seen.second);  // here
    return 0;
}
