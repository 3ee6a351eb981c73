// verdict: safe  bounds: max_args=1, max_arg_length=1
/* A number from the command line that is looked at: so many threads are started. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[1];
    char *end;
    long number;
    int i;

    if (argc != 2)
        return 1;
    number = strtol(argv[1], &end, 10);
    if (end == argv[1] || *end != '\0' || number < 0 || number > 1)
        return 1;
    for (i = 0; i < number; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    assert(counter == number);
    return 0;
}
