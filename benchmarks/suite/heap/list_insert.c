/*
 * A sorted linked list on the heap. THREADS threads insert one key each. LOCK chooses the discipline: 0 none, 1 one
 * lock for the list, 2 hand over hand.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOCK
#define LOCK 1
#endif

struct node {
    int key;
    struct node *next;
    pthread_mutex_t lock;
};

static struct node head;
#if LOCK != 2
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static struct node *make(int key) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(0);
    node->key = key;
    node->next = NULL;
    pthread_mutex_init(&node->lock, NULL);
    return node;
}

static void insert(int key) {
    struct node *fresh = make(key), *previous = &head;
#if LOCK == 2
    pthread_mutex_lock(&previous->lock);
    while (previous->next && previous->next->key < key) {
        struct node *next = previous->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&previous->lock);
        previous = next;
    }
    fresh->next = previous->next;
    previous->next = fresh;
    pthread_mutex_unlock(&previous->lock);
#else
    if (LOCK)
        pthread_mutex_lock(&list_lock);
    while (previous->next && previous->next->key < key)
        previous = previous->next;
    fresh->next = previous->next;
    previous->next = fresh;
    if (LOCK)
        pthread_mutex_unlock(&list_lock);
#endif
}

static void *worker(void *argument) {
    insert((int)(long)argument);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_mutex_init(&head.lock, NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(THREADS - i));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int expected = 1;
    for (struct node *n = head.next, *next; n; n = next) {
        next = n->next;
        assert(n->key == expected);
        expected++;
        free(n);
    }
    assert(expected == THREADS + 1);
    return 0;
}
