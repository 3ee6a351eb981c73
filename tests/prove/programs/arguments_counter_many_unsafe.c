// unsafe: reach,memory,division,locks,deadlock
/* Workers count under a lock for ever; how many workers is an argument. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned produced, consumed;

static void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        produced++;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        consumed++;
        assert(produced == consumed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void usage(const char *name)
{
    fprintf(stderr, "usage: %s workers\n", name);
    exit(1);
}

int main(int argc, char **argv)
{
    int workers, i;
    pthread_t thread;

    if (argc != 2)
        usage(argv[0]);
    workers = atoi(argv[1]);
    if (workers < 1)
        usage(argv[0]);
    for (i = 0; i < workers; i++) {
        if (pthread_create(&thread, NULL, worker, NULL) != 0) {
            perror("pthread_create");
            return 1;
        }
        pthread_detach(thread);
    }
    for (;;)
        sleep(60);
}
