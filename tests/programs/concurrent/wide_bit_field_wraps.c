// verdict: assertion
/* A counter of 40 bits beside a tag: whoever believes that it is computed with in 64 bits is wrong. */
#include <assert.h>
#include <pthread.h>

struct word {
    unsigned long counter : 40, tag : 24;
};

struct word shared = {0xffffffffff, 7};

void *count(void *unused)
{
    struct word old = shared;

    assert(old.counter + 1 > old.counter); // here
    shared.counter = old.counter + 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    assert(shared.counter == 0 && shared.tag == 7);
    return 0;
}
