// verdict: assertion
/* One thread spins for ever, after a store that the others can see. */
#include <assert.h>
#include <pthread.h>

int shared;

void *spins(void *unused)
{
    shared = 1;
    for (;;) {
    }
    return unused;
}

void *reads(void *unused)
{
    assert(shared == 0); // here
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, spins, NULL);
    pthread_create(&second, NULL, reads, NULL);
    pthread_join(second, NULL);
    return 0;
}
