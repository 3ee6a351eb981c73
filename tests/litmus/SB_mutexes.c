// litmus: sc=safe tso=safe pso=safe rc11=assertion
/* Locks of one's own are fences on x86, though not for C11. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void *first(void *unused)
{
    int a;

    W(x, 1);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    a = R(y);
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    W(y, 1);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    b = R(x);
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
    assert(!((long)r1 == 0 && (long)r2 == 0)); // here
    return 0;
}
