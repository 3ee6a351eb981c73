// litmus: sc=safe tso=safe pso=assertion rc11=race
/* What a pointer leads to may not have been written yet. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data;
static int *place;

static void *first(void *unused)
{
    data = 1;
    place = &data;
    return unused;
}

static void *second(void *unused)
{
    int a;

    int *found = place;
    a = found == NULL ? 1 : *found;
    return (void *)(long)a;
}

int main(void)
{
    pthread_t threads[2];
    void *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], &r2);
    assert(!((long)r2 == 0)); // here
    return 0;
}
