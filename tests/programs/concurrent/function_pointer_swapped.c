// verdict: assertion
/* The handler changes between the check and the call. */
#include <assert.h>
#include <pthread.h>

int harmless(void) { return 0; }
int harmful(void) { return 1; }
int (*volatile handler)(void) = harmless;

void *replace(void *unused) {
    handler = harmful;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, replace, 0);
    if (handler == harmless)
        assert(handler() == 0);  // here
    pthread_join(t, 0);
    return 0;
}
