// verdict: assertion
// except: explicit slow
/* Both count the same letter, wherever in the table that is. */
#include <assert.h>
#include <pthread.h>

int counts[256];
unsigned char __VERIFIER_nondet_uchar(void);
unsigned char letter;

void *count(void *unused)
{
    counts[letter]++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    letter = __VERIFIER_nondet_uchar();
    pthread_create(&thread, NULL, count, NULL);
    counts[letter]++;
    pthread_join(thread, NULL);
    assert(counts[letter] == 2); // here
    return 0;
}
