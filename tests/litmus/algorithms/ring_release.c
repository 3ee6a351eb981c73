// litmus: sc=safe tso=safe pso=safe rc11=safe
/* A ring for one producer and one consumer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define PUBLISH(place, value) atomic_store_explicit(&(place), value, memory_order_release)

enum { SIZE = 2 };
static int items[SIZE];
static atomic_int head, tail;

static void *first(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int end = LOAD(head);
        if (end - atomic_load_explicit(&tail, memory_order_acquire) < SIZE) {
            items[end % SIZE] = 1;
            PUBLISH(head, end + 1);
        }
    }
    return unused;
}

static void *second(void *unused)
{
    int begin = LOAD(tail);
    if (begin < atomic_load_explicit(&head, memory_order_acquire)) {
        assert(items[begin % SIZE] == 1); // here
        PUBLISH(tail, begin + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
