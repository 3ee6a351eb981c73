// verdict: assertion  bounds: preemptions=1
/* What stands in x between two writes is seen by a reader that interrupts there. */
#include <assert.h>
#include <pthread.h>

int x, y, z;

void *writes(void *unused)
{
    z = 1;
    x = 1;
    x = 2;
    z = 0;
    return unused;
}

void *reads(void *unused)
{
    y = x;
    return unused;
}

int main(void)
{
    pthread_t writer, reader;
    z = 3;
    pthread_create(&writer, NULL, writes, NULL);
    pthread_create(&reader, NULL, reads, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    assert(z != 7);
    assert(y != 1); // here
    return 0;
}
