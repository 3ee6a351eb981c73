// verdict: assertion
/* Others may see the store, however long the loop behind it is: a bound on the loop hides nothing that came before. */
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int shared;

void *writes(void *unused)
{
    unsigned char rounds = __VERIFIER_nondet_uchar();

    shared = rounds;
    for (int round = 0; round < rounds; round++) {
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, writes, NULL);
    assert(shared <= 200); // here
    pthread_join(thread, NULL);
    return 0;
}
