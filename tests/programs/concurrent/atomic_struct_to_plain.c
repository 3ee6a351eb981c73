// verdict: assertion
/* Writing an atomic structure to a plain one writes it piece by piece: only the read is one step. */
#include <assert.h>
#include <pthread.h>

struct pair { int first, second; } plain;
_Atomic struct pair shared = {1, 1};

void *reader(void *unused) {
    int first = plain.first, second = plain.second;
    assert(first <= second);  // here
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    plain = shared;
    pthread_join(thread, 0);
    return 0;
}
