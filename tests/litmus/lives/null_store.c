// litmus: sc=null-pointer tso=null-pointer pso=null-pointer rc11=null-pointer
/* A store that cannot be made is found where it is made, not where it would reach memory. */
#include <pthread.h>

static int *place, x;

static void *first(void *unused)
{
    *place = 1; // here
    for (;;)
        ;
    return unused;
}

static void *second(void *unused)
{
    x = place != 0;
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    return 0;
}
