// verdict: assertion
/* A thread that does nothing at all, for ever, hides nothing that others do. */
#include <assert.h>
#include <pthread.h>

int shared;

void *spins(void *unused)
{
    for (;;) {
    }
    return unused;
}

void *writes(void *unused)
{
    shared = 1;
    shared = 0;
    assert(shared == 0); // here
    return unused;
}

int main(void)
{
    pthread_t spinner, first, second;

    pthread_create(&spinner, NULL, spins, NULL);
    pthread_create(&first, NULL, writes, NULL);
    pthread_create(&second, NULL, writes, NULL);
    pthread_join(first, NULL);
    return 0;
}
