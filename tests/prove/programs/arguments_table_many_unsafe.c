// unsafe: reach,memory,division,locks,deadlock
/* A table of n slots, which workers fill for ever. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int *table;
static int size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg)
{
    int next = 0;

    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        table[next]++;
        pthread_mutex_unlock(&lock);
        next++;
        if (next > size)
            next = 0;
    }
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int i;

    if (argc < 2) {
        fprintf(stderr, "usage: %s size\n", argv[0]);
        return EXIT_FAILURE;
    }
    size = atoi(argv[1]);
    if (size <= 0 || size > 1000000) {
        fprintf(stderr, "size must be between 1 and 1000000\n");
        return EXIT_FAILURE;
    }
    table = malloc(size * sizeof *table);
    if (table == NULL) {
        perror("malloc");
        return EXIT_FAILURE;
    }
    for (i = 0; i < size; i++)
        table[i] = 0;
    for (i = 0; i < 4; i++)
        if (pthread_create(&thread, NULL, fill, NULL) != 0)
            return EXIT_FAILURE;
    for (;;)
        sleep(60);
}
