// litmus: sc=safe tso=safe pso=assertion rc11=race
/* A ticket lock that is left by a relaxed store: what it protected may reach memory later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

extern void __VERIFIER_assume(int);

static atomic_int next, serving;
static int value;

static void enter(void)
{
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    __VERIFIER_assume(atomic_load_explicit(&serving, memory_order_acquire) == mine); /* waits */
}

static void leave(void)
{
    STORE(serving, LOAD(serving) + 1);
}

static void *worker(void *unused)
{
    enter();
    value = value + 1;
    leave();
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(value == 2); // here
    return 0;
}
