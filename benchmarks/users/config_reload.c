/* Settings are parsed from a text while workers use them. BUG: the parser resets the shared settings first, so a divisor is 0 for a while. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKERS 2
#define ROUNDS 3

struct settings {
    int batch;
    int limit;
};

static struct settings settings = {4, 100};
static pthread_mutex_t settings_lock = PTHREAD_MUTEX_INITIALIZER;

static int parse_line(const char *line, struct settings *s)
{
    const char *equals = strchr(line, '=');

    if (!equals)
        return -1;
    if (strncmp(line, "batch", (size_t)(equals - line)) == 0)
        s->batch = atoi(equals + 1);
    else if (strncmp(line, "limit", (size_t)(equals - line)) == 0)
        s->limit = atoi(equals + 1);
    else
        return -1;
    return 0;
}

static int parse(const char *const *lines, struct settings *s)
{
    s->batch = 0;
    s->limit = 0;
    for (; *lines; lines++) {
        if ((*lines)[0] == '#')
            continue;
        if (parse_line(*lines, s) != 0) {
            fprintf(stderr, "cannot read '%s'\n", *lines);
            return -1;
        }
    }
    return s->batch > 0 && s->limit > 0 ? 0 : -1;
}

static int reload(const char *const *lines)
{
#ifdef BUG
    return parse(lines, &settings);
#else
    struct settings fresh;
    int error = parse(lines, &fresh);

    if (error == 0) {
        pthread_mutex_lock(&settings_lock);
        settings = fresh;
        pthread_mutex_unlock(&settings_lock);
    }
    return error;
#endif
}

static void *worker(void *arg)
{
    long *batches = arg;

    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&settings_lock);
        int limit = settings.limit;
        int batch = settings.batch;
        pthread_mutex_unlock(&settings_lock);
        *batches += limit / batch;
    }
    return NULL;
}

int main(void)
{
    static const char *const lines[] = {"# second edition", "limit=60", "batch=5", NULL};
    pthread_t threads[WORKERS];
    long batches[WORKERS] = {0};

    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&threads[i], NULL, worker, &batches[i]) != 0)
            return EXIT_FAILURE;
    if (reload(lines) != 0)
        fprintf(stderr, "the old settings stay\n");
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        printf("worker %d: %ld batches\n", i, batches[i]);
        assert(batches[i] >= ROUNDS * 12 && batches[i] <= ROUNDS * 25);
    }
    assert(settings.limit == 60 && settings.batch == 5);
    return EXIT_SUCCESS;
}
