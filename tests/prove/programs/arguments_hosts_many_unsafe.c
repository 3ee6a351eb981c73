// unsafe: reach,memory,division,locks,deadlock
/* A monitor: one thread for each host named on the command line. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int checks, failures;

static int probe(const char *host)
{
    return host[0] == '\0' || rand() % 10 == 0;
}

static void *monitor(void *arg)
{
    const char *host = arg;

    for (;;) {
        int failed = probe(host);

        pthread_mutex_lock(&lock);
        if (checks == 1000000)
            checks = failures = 0;
        if (failed)
            failures++;
        printf("%s: %d of %d, %d%%\n", host, failures, checks, failures / checks);
        pthread_mutex_unlock(&lock);
        sleep(10);
    }
    return NULL;
}

int main(int argc, char *argv[])
{
    int i;

    if (argc < 2) {
        fprintf(stderr, "usage: %s host...\n", argv[0]);
        return 1;
    }
    for (i = 1; i < argc; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, monitor, argv[i]) != 0) {
            fprintf(stderr, "cannot start a thread for %s\n", argv[i]);
            return 1;
        }
        pthread_detach(thread);
    }
    for (;;)
        sleep(60);
}
