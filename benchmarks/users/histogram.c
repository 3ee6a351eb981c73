/* A histogram of grey values; -t says how many threads. BUG: bins are shared and counted without atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIXELS 32
#define BINS 4
#define MAX_THREADS 4

#ifdef BUG
static int bins[BINS];
#define ADD_ONE(bin) (bin)++
#else
static atomic_int bins[BINS];
#define ADD_ONE(bin) atomic_fetch_add(&(bin), 1)
#endif

struct strip {
    pthread_t thread;
    int begin, end;
};

static unsigned char pixels[PIXELS];

static void *count(void *arg)
{
    struct strip *s = arg;

    for (int i = s->begin; i < s->end; i++) {
        int bin = pixels[i] * BINS / 256;
        assert(bin >= 0 && bin < BINS);
        ADD_ONE(bins[bin]);
    }
    return NULL;
}

static void usage(const char *name)
{
    fprintf(stderr, "usage: %s [-t threads]\n", name);
    exit(EXIT_FAILURE);
}

static int parse_options(int argc, char **argv)
{
    int threads = 2, option;

    while ((option = getopt(argc, argv, "t:")) != -1) {
        switch (option) {
        case 't':
            threads = atoi(optarg);
            break;
        default:
            usage(argv[0]);
        }
    }
    if (threads < 1 || threads > MAX_THREADS)
        usage(argv[0]);
    return threads;
}

int main(int argc, char **argv)
{
    struct strip strips[MAX_THREADS];
    int threads = parse_options(argc, argv), sum = 0;

    for (int i = 0; i < PIXELS; i++)
        pixels[i] = (unsigned char)(i * 53 + 7);
    for (int i = 0; i < threads; i++) {
        strips[i].begin = i * PIXELS / threads;
        strips[i].end = (i + 1) * PIXELS / threads;
        if (pthread_create(&strips[i].thread, NULL, count, &strips[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < threads; i++)
        pthread_join(strips[i].thread, NULL);
    for (int i = 0; i < BINS; i++) {
        printf("%3d-%3d: %d\n", i * 256 / BINS, (i + 1) * 256 / BINS - 1, bins[i]);
        sum += bins[i];
    }
    assert(sum == PIXELS);
    return EXIT_SUCCESS;
}
