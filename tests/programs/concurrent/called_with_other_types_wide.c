// verdict: assertion
/* A function is called with ints where it takes longs, and with a number where it takes a double: gcc's program aborts. */
#include <assert.h>
#include <pthread.h>

static int before(long one, long two)
{
    return one < two;
}

static int is_three(double number)
{
    return number == 3.0;
}

static int (*compare)(int, int) = (int (*)(int, int))before;
static int (*test)(long) = (int (*)(long))is_three;

static void *work(void *unused)
{
    assert(test(3)); // here
    return unused;
}

int main(void)
{
    pthread_t one;

    pthread_create(&one, NULL, work, NULL);
    assert(compare(-3, 2)); // here
    pthread_join(one, NULL);
    return 0;
}
