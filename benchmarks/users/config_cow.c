/* Readers share a configuration that a writer replaces by a copy. BUG: a reader looks at it after it let go of the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define READERS 3
#define LOOKS 4
#define UPDATES 3

struct config {
    int version;
    int low, high; /* low < high */
};

static struct config *current;
static pthread_rwlock_t config_lock = PTHREAD_RWLOCK_INITIALIZER;

static struct config *config_new(int version, int low, int high)
{
    struct config *c = malloc(sizeof *c);

    if (!c) {
        perror("malloc");
        exit(1);
    }
    c->version = version;
    c->low = low;
    c->high = high;
    return c;
}

static void update(int step)
{
    struct config *fresh, *old;

    pthread_rwlock_wrlock(&config_lock);
    old = current;
    fresh = config_new(old->version + 1, old->low + step, old->high + step);
    current = fresh;
    pthread_rwlock_unlock(&config_lock);
    free(old);
}

static int clamp(int value)
{
    int low, high;

    pthread_rwlock_rdlock(&config_lock);
    const struct config *c = current;
#ifdef BUG
    pthread_rwlock_unlock(&config_lock);
    low = c->low;
    high = c->high;
#else
    low = c->low;
    high = c->high;
    pthread_rwlock_unlock(&config_lock);
#endif
    assert(low < high);
    if (value < low)
        return low;
    return value > high ? high : value;
}

static void *reader(void *arg)
{
    int base = *(int *)arg;

    for (int i = 0; i < LOOKS; i++) {
        int value = clamp(base + 20 * i);
        assert(value >= 0 && value <= 100);
    }
    return NULL;
}

static void *writer(void *unused)
{
    (void)unused;
    for (int i = 1; i <= UPDATES; i++)
        update(i * 5);
    return NULL;
}

int main(void)
{
    pthread_t readers[READERS], writer_thread;
    int bases[READERS];

    current = config_new(1, 10, 50);
    for (int i = 0; i < READERS; i++) {
        bases[i] = i * 15 - 10;
        if (pthread_create(&readers[i], NULL, reader, &bases[i]))
            return 1;
    }
    if (pthread_create(&writer_thread, NULL, writer, NULL))
        return 1;
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    pthread_join(writer_thread, NULL);
    printf("version %d: %d to %d\n", current->version, current->low, current->high);
    assert(current->version == UPDATES + 1);
    assert(current->low == 40);
    free(current);
    return 0;
}
