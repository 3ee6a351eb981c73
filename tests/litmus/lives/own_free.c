// litmus: sc=safe tso=safe pso=safe rc11=safe
/* A thread frees what its own stores have not reached yet: they are forgotten. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) place;

static void *first(void *unused)
{
    int *found = atomic_exchange(&place, 0);
    if (found) {
        *found = 2;
        free(found);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    int *made = malloc(sizeof *made);

    *made = 1;
    atomic_store(&place, made);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, first, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
