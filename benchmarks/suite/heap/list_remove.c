/*
 * Two threads remove neighbouring nodes of a list. Without a lock the second removal is undone by the first; with
 * LOCK it is not. FREE also frees what was removed, and without the lock a freed node is used.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *removal(void *argument) {
    int key = (int)(long)argument;
#ifdef LOCK
    pthread_mutex_lock(&lock);
#endif
    struct node **link = &head;
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    struct node *dead = *link;
    if (dead) {
        *link = dead->next;
#ifdef FREE
        free(dead);
#endif
    }
#ifdef LOCK
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    for (int key = 3; key > 0; key--) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(0);
        node->key = key;
        node->next = head;
        head = node;
    }
    pthread_create(&a, NULL, removal, (void *)1);
    pthread_create(&b, NULL, removal, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    (void)lock;
    assert(head && head->key == 3 && !head->next);
    return 0;
}
