// verdict: safe
/* Functions are called through pointers that pass and expect more bits than they take and give. */
#include <assert.h>
#include <pthread.h>

typedef unsigned long (*Wide)(unsigned long);

static int twice(int number)
{
    return 2 * number;
}

static unsigned char low(unsigned char number)
{
    return number;
}

static Wide what[2] = {(Wide)twice, (Wide)low};

static void *work(void *unused)
{
    assert((int)what[0](-3UL) == -6);
    assert((unsigned char)what[1](0x1234) == 0x34);
    return unused;
}

int main(void)
{
    pthread_t one;

    pthread_create(&one, NULL, work, NULL);
    work(NULL);
    pthread_join(one, NULL);
    return 0;
}
