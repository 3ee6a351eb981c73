// verdict: safe
/* C gives an order: the operands of `&&` and the two sides of a comma are read from the left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, done;

static void *work(void *unused)
{
    begun++;
    done++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, work, NULL);
    assert((seen = atomic_load(&done), seen <= begun));
    assert(!(done && !begun));
    pthread_join(thread, NULL);
}
