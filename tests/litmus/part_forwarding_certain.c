// litmus: sc=safe tso=safe pso=safe rc11=race
/* A thread never misses a byte of its own, nor one that is in memory. */
#include <assert.h>
#include <pthread.h>

union parts {
    unsigned word;
    unsigned short half[2];
    unsigned char bytes[4];
};

static union parts whole;

static void *first(void *unused)
{
    int a;

    whole.bytes[1] = 2;
    whole.half[1] = 3;
    a = whole.word;
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    b = whole.half[1];
    return (void *)(long)b;
}

int main(void)
{
    pthread_t threads[2];
    void *r1, *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], &r1);
    pthread_join(threads[1], &r2);
    assert(!((long)r1 != 0x30200 || ((long)r2 != 0 && (long)r2 != 3))); // here
    return 0;
}
