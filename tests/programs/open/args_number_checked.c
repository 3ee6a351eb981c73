// verdict: safe  bounds: max_args=1, max_arg_length=1
// except: cseq large
/* A number from the command line that is looked at before a thread gets it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int value;

static void *set(void *number)
{
    value = (int)(long)number;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    char *end;
    long number;

    if (argc != 2)
        return 1;
    number = strtol(argv[1], &end, 10);
    if (end == argv[1] || *end != '\0' || number < 5)
        return 1;
    pthread_create(&thread, NULL, set, (void *)number);
    pthread_join(thread, NULL);
    assert(value >= 5 && value <= 9);
    return 0;
}
