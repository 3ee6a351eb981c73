/* A map that forgets what was not used for longest. BUG: a lookup moves its entry to the front under the read lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 4
#define THREADS 3
#define LOOKUPS 6

struct node {
    int key;
    char value[16];
    struct node *prev, *next;
};

static struct {
    struct node list; /* the newest is list.next */
    int size;
    int hits, misses;
    pthread_rwlock_t lock;
} cache;

static void detach(struct node *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

static void push_front(struct node *n)
{
    n->next = cache.list.next;
    n->prev = &cache.list;
    cache.list.next->prev = n;
    cache.list.next = n;
}

static struct node *find(int key)
{
    for (struct node *n = cache.list.next; n != &cache.list; n = n->next)
        if (n->key == key)
            return n;
    return NULL;
}

static int lookup(int key, char *value)
{
    int found = 0;

#ifdef BUG
    pthread_rwlock_rdlock(&cache.lock);
#else
    pthread_rwlock_wrlock(&cache.lock);
#endif
    struct node *n = find(key);
    if (n) {
        detach(n);
        push_front(n);
        strcpy(value, n->value);
        cache.hits++;
        found = 1;
    } else {
        cache.misses++;
    }
    pthread_rwlock_unlock(&cache.lock);
    return found;
}

static void insert(int key, const char *value)
{
    struct node *n;

    pthread_rwlock_wrlock(&cache.lock);
    n = find(key);
    if (n) {
        detach(n);
    } else if (cache.size == CAPACITY) {
        n = cache.list.prev;
        detach(n);
    } else {
        n = malloc(sizeof *n);
        if (!n)
            abort();
        cache.size++;
    }
    n->key = key;
    strncpy(n->value, value, sizeof n->value - 1);
    n->value[sizeof n->value - 1] = '\0';
    push_front(n);
    pthread_rwlock_unlock(&cache.lock);
}

static void *client(void *arg)
{
    int id = *(int *)arg;
    char value[16];

    for (int i = 0; i < LOOKUPS; i++) {
        int key = (id + i * 2) % 5;
        if (!lookup(key, value))
            insert(key, key % 2 ? "odd" : "even");
        else
            assert(strcmp(value, key % 2 ? "odd" : "even") == 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int ids[THREADS], length = 0;

    cache.list.prev = cache.list.next = &cache.list;
    pthread_rwlock_init(&cache.lock, NULL);
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        if (pthread_create(&threads[i], NULL, client, &ids[i]) != 0)
            return 1;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    while (cache.list.next != &cache.list) {
        struct node *n = cache.list.next;
        detach(n);
        free(n);
        length++;
    }
    printf("%d entries, %d hits, %d misses\n", length, cache.hits, cache.misses);
    assert(length == cache.size);
    assert(cache.hits + cache.misses == THREADS * LOOKUPS);
    pthread_rwlock_destroy(&cache.lock);
    return 0;
}
