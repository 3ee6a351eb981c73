// verdict: dead-local
/* What a statement expression declares ends with it: its value is a copy, but an address in it leads nowhere. */
#include <assert.h>
#include <pthread.h>

struct range { int from, to; };

#define RANGE(first, count) ({ struct range made = { (first), (first) + (count) }; made; })
#define HERE(value)         ({ int place = (value); &place; })

void *sum(void *argument)
{
    int *number = argument;
    struct range range = RANGE(2, 3);

    assert(range.to - range.from == 3);
    *number = range.to; // here
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, sum, HERE(4));
    pthread_join(thread, NULL);
    return 0;
}
