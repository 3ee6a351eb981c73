/*
 * A binary search tree on the heap; THREADS threads insert one key each. LOCK: 0 none, 1 one lock for the tree, 2 a
 * lock per node, handed down.
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

struct tree {
    int key;
    struct tree *left, *right;
    pthread_mutex_t lock;
};

static struct tree *root;
static pthread_mutex_t tree_lock = PTHREAD_MUTEX_INITIALIZER;

static struct tree *make(int key) {
    struct tree *t = malloc(sizeof *t);
    if (!t)
        exit(0);
    t->key = key;
    t->left = t->right = NULL;
    pthread_mutex_init(&t->lock, NULL);
    return t;
}

static void insert(struct tree *t, int key) {
    struct tree *fresh = make(key);
#if LOCK == 1
    pthread_mutex_lock(&tree_lock);
#elif LOCK == 2
    pthread_mutex_lock(&t->lock);
#endif
    for (;;) {
        struct tree **side = key < t->key ? &t->left : &t->right;
        struct tree *next = *side;
        if (!next) {
            *side = fresh;
            break;
        }
#if LOCK == 2
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&t->lock);
#endif
        t = next;
    }
#if LOCK == 1
    pthread_mutex_unlock(&tree_lock);
#elif LOCK == 2
    pthread_mutex_unlock(&t->lock);
#endif
}

static void *worker(void *argument) {
    insert(root, (int)(long)argument);
    return NULL;
}

static int size(struct tree *t) { return t ? size(t->left) + 1 + size(t->right) : 0; }

int main(void) {
    pthread_t threads[THREADS];
    (void)tree_lock;
    root = make(10);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(size(root) == THREADS + 1);
    return 0;
}
