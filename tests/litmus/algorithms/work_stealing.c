// litmus: sc=safe tso=assertion pso=assertion rc11=assertion
/* The deque of Chase and Lev without its fence: an item is taken twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int top, bottom = 1, taken;

static void *first(void *unused) /* the owner takes the last item */
{
    int end = LOAD(bottom) - 1, expected;
    STORE(bottom, end);
    int begin = LOAD(top);
    if (begin < end) {
        atomic_fetch_add(&taken, 1);
    } else if (begin == end) {
        expected = begin;
        if (atomic_compare_exchange_strong(&top, &expected, begin + 1))
            atomic_fetch_add(&taken, 1);
    }
    return unused;
}

static void *second(void *unused) /* a thief */
{
    int begin = atomic_load(&top);
    int end = LOAD(bottom), expected = begin;
    if (begin < end && atomic_compare_exchange_strong(&top, &expected, begin + 1))
        atomic_fetch_add(&taken, 1);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;

    bottom = 2;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_create(&three, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert(atomic_load(&taken) <= 2); // here
    return 0;
}
