// litmus: sc=assertion tso=assertion pso=assertion rc11=race
/* A store reaches memory although its thread never comes to anything else. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *unused)
{
    x = 1;
    for (;;)
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, first, 0);
    assert(x == 0); // here
    return 0;
}
