// litmus: sc=safe tso=safe pso=safe rc11=race
/* Stores that overlap keep their order. */
#include <assert.h>
#include <pthread.h>

union parts {
    unsigned word;
    unsigned char bytes[4];
};

static union parts whole;

static void *first(void *unused)
{
    whole.word = 0x0101;
    whole.bytes[0] = 2;
    return unused;
}

static void *second(void *unused)
{
    int a, b;

    a = whole.bytes[0];
    b = whole.bytes[0];
    return (void *)(long)(a + 1024 * b);
}

int main(void)
{
    pthread_t threads[2];
    void *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], &r2);
    assert(!(whole.word != 0x0102 || ((long)r2 % 1024 == 2 && (long)r2 / 1024 != 2))); // here
    return 0;
}
