// verdict: safe
/* A table with a slot for every key: what two threads put into one slot is there. */
#include <assert.h>
#include <pthread.h>

struct slot {
    int owner;
    char used;
} table[16];

unsigned char __VERIFIER_nondet_uchar(void);
unsigned char key;

void *put(void *unused)
{
    table[key].owner = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    key = __VERIFIER_nondet_uchar() & 15;
    pthread_create(&thread, NULL, put, NULL);
    table[key].used = 1;
    pthread_join(thread, NULL);
    assert(table[key].owner == 1 && table[key].used);
    return 0;
}
