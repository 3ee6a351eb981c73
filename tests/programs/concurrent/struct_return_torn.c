// verdict: assertion
/* Returning a shared struct by value reads its members one after the other. */
#include <assert.h>
#include <pthread.h>

struct range {
    int low, high;
} range = {0, 1};

struct range get(void) { return range; }

void *move(void *unused) {
    range.high = 11;
    range.low = 10;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    struct range seen = get();
    assert(seen.low <= seen.high && seen.high - seen.low != 11);  // here
    pthread_join(t, 0);
    return 0;
}
