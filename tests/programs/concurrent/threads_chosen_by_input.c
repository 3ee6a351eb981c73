// verdict: safe
/* How many threads there are depends on an input. */
#include <assert.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);

_Atomic int counter;

void *count(void *unused) {
    counter++;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    int number = __VERIFIER_nondet_uchar() % 3;
    for (int i = 0; i < number; i++)
        pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], 0);
    assert(counter == number);
    return 0;
}
