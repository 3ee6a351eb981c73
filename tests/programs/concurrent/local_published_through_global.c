// verdict: assertion
/* A thread's local reaches another thread through a global pointer. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int *volatile published;

void *owner(void *unused) {
    int value = 1;
    published = &value;
    int seen = value;
    assert(seen == 1);  // here
    published = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, owner, 0);
    int *p = published;
    __VERIFIER_atomic_begin();
    if (published == p && p)
        *p = 2;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return 0;
}
