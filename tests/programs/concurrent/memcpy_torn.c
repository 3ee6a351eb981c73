// verdict: assertion
/* memcpy is not atomic. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

char shared[2] = {'a', 'a'};

void *writer(void *unused) {
    memcpy(shared, "bb", 2);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    char seen[2];
    memcpy(seen, shared, 2);
    assert(seen[0] == seen[1]);  // here
    pthread_join(t, 0);
    return 0;
}
