// litmus: sc=safe tso=safe pso=use-after-free rc11=race
/* The flag overtakes the last store into what is freed then. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static int *place;

static void *first(void *unused)
{
    *place = 1; // here
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;

    place = malloc(sizeof *place);
    pthread_create(&thread, 0, first, 0);
    if (atomic_load_explicit(&done, memory_order_acquire))
        free(place);
    pthread_join(thread, 0);
    return 0;
}
