// verdict: dead-local
// Two ways through a function: on one of them the array that is kept is its own, on the other its caller's.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static int *kept;
static int shared;

static void choose(int own, int size, int *given)
{
    int *taken = given;

    if (own) {
        int *array = alloca(size * sizeof *array);

        array[0] = 5;
        taken = array;
    }
    kept = taken;
    shared = *taken;
}

static void *set(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int given[2] = {5, 6};
    int own;

    pthread_create(&thread, NULL, set, NULL);
    own = shared;
    choose(own, 2, given);
    assert(*kept == 5); // here
    pthread_join(thread, NULL);
    return 0;
}
