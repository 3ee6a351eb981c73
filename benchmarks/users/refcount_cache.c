/* Objects with reference counts in a table. BUG: the count is read and tested after it was decremented, not at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 4
#define USERS 3
#define ROUNDS 4

struct object {
    atomic_int references;
    int key;
    int value;
};

static struct object *table[SLOTS];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int alive;

static struct object *object_new(int key)
{
    struct object *o = malloc(sizeof *o);

    if (!o) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    atomic_init(&o->references, 1);
    o->key = key;
    o->value = key * key;
    atomic_fetch_add(&alive, 1);
    return o;
}

static void object_put(struct object *o)
{
#ifdef BUG
    atomic_fetch_sub(&o->references, 1);
    if (atomic_load(&o->references) == 0) {
#else
    if (atomic_fetch_sub(&o->references, 1) == 1) {
#endif
        atomic_fetch_sub(&alive, 1);
        free(o);
    }
}

static struct object *cache_get(int key)
{
    struct object *old = NULL, *o;
    int slot = key % SLOTS;

    pthread_mutex_lock(&table_lock);
    o = table[slot];
    if (!o || o->key != key) {
        old = o;
        o = table[slot] = object_new(key);
    }
    atomic_fetch_add(&o->references, 1);
    pthread_mutex_unlock(&table_lock);
    if (old)
        object_put(old);
    return o;
}

static void cache_clear(void)
{
    pthread_mutex_lock(&table_lock);
    for (int i = 0; i < SLOTS; i++) {
        if (table[i])
            object_put(table[i]);
        table[i] = NULL;
    }
    pthread_mutex_unlock(&table_lock);
}

static void *user(void *arg)
{
    long id = (long)arg;

    for (int i = 0; i < ROUNDS; i++) {
        int key = (int)(id + i) * 2 % 6;
        struct object *o = cache_get(key);
        assert(o->value == key * key);
        object_put(o);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[USERS];

    for (long i = 0; i < USERS; i++) {
        if (pthread_create(&threads[i], NULL, user, (void *)i)) {
            fprintf(stderr, "cannot start user %ld\n", i);
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < USERS; i++)
        pthread_join(threads[i], NULL);
    cache_clear();
    printf("%d objects left\n", atomic_load(&alive));
    assert(atomic_load(&alive) == 0);
    return EXIT_SUCCESS;
}
