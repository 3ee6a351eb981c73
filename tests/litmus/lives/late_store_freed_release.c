// litmus: sc=safe tso=safe pso=safe rc11=safe
/* A release store comes after the last store into what is freed then. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static int *place;

static void *first(void *unused)
{
    *place = 1;
    atomic_store_explicit(&done, 1, memory_order_release);
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
