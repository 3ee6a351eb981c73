// litmus: sc=safe tso=assertion pso=assertion rc11=race
/* A load of more bytes than were stored finds them: from the buffer, and the others in memory. */
#include <assert.h>
#include <pthread.h>

union parts {
    unsigned word;
    unsigned char bytes[4];
};

static union parts whole;
static int y;

static void *first(void *unused)
{
    int a, b;

    whole.bytes[0] = 1;
    a = whole.word;
    b = y;
    return (void *)(long)(a + 1024 * b);
}

static void *second(void *unused)
{
    int c;

    y = 1;
    c = whole.word;
    return (void *)(long)c;
}

int main(void)
{
    pthread_t threads[2];
    void *r1, *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], &r1);
    pthread_join(threads[1], &r2);
    assert(!((long)r1 % 1024 == 1 && (long)r1 / 1024 == 0 && (long)r2 == 0)); // here
    return 0;
}
