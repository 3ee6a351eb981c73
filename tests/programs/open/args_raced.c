// verdict: data-race  bounds: max_args=1, max_arg_length=1
/* The program may write to its arguments; two threads at once may not. */
#include <pthread.h>

static void *shout(void *text)
{
    *(char *)text = 'A'; // here
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];

    if (argc < 2)
        return 1;
    pthread_create(&threads[0], NULL, shout, argv[1]);
    pthread_create(&threads[1], NULL, shout, argv[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
