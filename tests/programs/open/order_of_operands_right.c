// verdict: safe
/* Where operands do not disturb each other, or in both orders the same comes of it, or C gives an order. */
#include <assert.h>
#include <pthread.h>

static int total, calls;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int add(int amount)
{
    pthread_mutex_lock(&mutex);
    total += amount;
    pthread_mutex_unlock(&mutex);
    return amount;
}

static int next(void)
{
    return ++calls;
}

static void *work(void *unused)
{
    assert(add(1) + add(add(2) + add(3)) == 6);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int first, second;

    pthread_create(&thread, NULL, work, NULL);
    add(4);
    pthread_join(thread, NULL);
    assert(total == 15);
    first = next() - (next() && next() ? 2 : 0);
    assert(first == -1 || first == 1);
    second = (next(), next()) * 10 + (calls > 100);
    assert(second == 50);
}
