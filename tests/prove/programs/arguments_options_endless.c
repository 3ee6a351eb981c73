// proved: reach,memory,division,locks,deadlock
/* Options with getopt, then a server with a thread per request. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active, limit = 8;
static int verbose;

static void *serve(void *arg)
{
    int number = (int)(long)arg;

    pthread_mutex_lock(&lock);
    if (active < limit)
        active++;
    assert(active <= limit);
    if (verbose)
        printf("request %d\n", number);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char *argv[])
{
    int option;
    int number = 0;

    while ((option = getopt(argc, argv, "l:v")) != -1) {
        switch (option) {
        case 'l':
            limit = atoi(optarg);
            if (limit < 1 || limit > 1000) {
                fprintf(stderr, "%s: bad limit '%s'\n", argv[0], optarg);
                return 2;
            }
            break;
        case 'v':
            verbose = 1;
            break;
        default:
            fprintf(stderr, "usage: %s [-l limit] [-v]\n", argv[0]);
            return 2;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "%s: too many arguments: %s\n", argv[0], argv[optind]);
        return 2;
    }
    for (;;) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, serve, (void *)(long)number) != 0)
            continue;
        pthread_detach(thread);
        number = (number + 1) % 1000;
        sleep(1);
    }
}
