/* One registry for everybody, made when it is first needed. BUG: the pointer is published before the registry is filled. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define ENTRIES 8

struct setting {
    char name[12];
    int value;
};

struct registry {
    int entries;
    struct setting settings[ENTRIES];
};

static struct registry *instance;
static int created;

static void fill(struct registry *r)
{
    for (int i = 0; i < ENTRIES; i++) {
        strcpy(r->settings[i].name, "setting-");
        r->settings[i].name[8] = (char)('a' + i);
        r->settings[i].name[9] = '\0';
        r->settings[i].value = 10 * i;
    }
    r->entries = ENTRIES;
}

#ifdef BUG
static pthread_mutex_t instance_lock = PTHREAD_MUTEX_INITIALIZER;

static struct registry *get_registry(void)
{
    if (!instance) {
        pthread_mutex_lock(&instance_lock);
        if (!instance) {
            instance = calloc(1, sizeof *instance);
            if (!instance)
                abort();
            fill(instance);
            created++;
        }
        pthread_mutex_unlock(&instance_lock);
    }
    return instance;
}
#else
static pthread_once_t instance_once = PTHREAD_ONCE_INIT;

static void make_registry(void)
{
    instance = calloc(1, sizeof *instance);
    if (!instance)
        abort();
    fill(instance);
    created++;
}

static struct registry *get_registry(void)
{
    pthread_once(&instance_once, make_registry);
    return instance;
}
#endif

static int setting_value(const char *name)
{
    struct registry *r = get_registry();

    for (int i = 0; i < r->entries; i++)
        if (strcmp(r->settings[i].name, name) == 0)
            return r->settings[i].value;
    return -1;
}

static void *reader(void *arg)
{
    const char *name = arg;
    int value = setting_value(name);

    printf("%s = %d\n", name, value);
    assert(value == 10 * (name[8] - 'a'));
    return NULL;
}

int main(void)
{
    static const char *names[THREADS] = {"setting-a", "setting-c", "setting-e", "setting-h"};
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, reader, (void *)names[i]) != 0) {
            perror("pthread_create");
            return 1;
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(created == 1);
    free(instance);
    return 0;
}
