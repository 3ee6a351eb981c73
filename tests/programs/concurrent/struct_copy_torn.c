// verdict: assertion
/* A struct is copied member by member; a reader sees one half new and one half old. */
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
} shared, one = {1, 1};

void *writer(void *unused) {
    shared = one;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    struct pair seen = shared;
    assert(seen.a == seen.b);  // here
    pthread_join(t, 0);
    return 0;
}
