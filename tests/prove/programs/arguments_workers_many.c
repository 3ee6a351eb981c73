// proved: reach,memory,division,locks,deadlock
/* n workers, each with a structure of its own in an array of n. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct worker {
    int id;
    unsigned long rounds;
    pthread_t thread;
};

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long total;

static void *run(void *arg)
{
    struct worker *worker = arg;

    for (;;) {
        worker->rounds++;
        if (worker->rounds % 1000 == 0) {
            pthread_mutex_lock(&total_lock);
            total += 1000;
            pthread_mutex_unlock(&total_lock);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct worker *workers;
    long count;
    int i;

    if (argc != 2) {
        fprintf(stderr, "usage: %s count\n", argv[0]);
        return 1;
    }
    count = strtol(argv[1], NULL, 10);
    if (count < 1 || count > 256) {
        fprintf(stderr, "count out of range\n");
        return 1;
    }
    workers = calloc(count, sizeof *workers);
    if (workers == NULL)
        return 1;
    for (i = 0; i < count; i++) {
        workers[i].id = i;
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) {
            perror("pthread_create");
            exit(1);
        }
    }
    for (;;) {
        sleep(1);
        pthread_mutex_lock(&total_lock);
        printf("%lu\n", total);
        pthread_mutex_unlock(&total_lock);
    }
}
