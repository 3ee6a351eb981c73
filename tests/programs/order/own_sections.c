// verdict: safe  bounds: order=1
/* Atomic sections come one after the other. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int data, done;

static void *gives(void *unused)
{
    data = 42;
    __VERIFIER_atomic_begin();
    done = 1;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    int seen;
    
    __VERIFIER_atomic_begin();
    seen = done;
    __VERIFIER_atomic_end();
    if (seen)
        data = 1;
    return 0;
}
