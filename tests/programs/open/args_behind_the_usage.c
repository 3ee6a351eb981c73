// verdict: assertion  bounds: max_args=1, max_arg_length=1
/* What stands behind the check of the arguments is looked at, too: two threads lose an update. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void *count(void *unused)
{
    counter++;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];

    (void)argv;
    if (argc < 2)
        return 1;
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, count, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(counter == 2); // here
    return 0;
}
