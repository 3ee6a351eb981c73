// verdict: safe
/* A stack whose head is a pointer with a tag, replaced by one compare and exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { int value; struct node *next; } nodes[2] = {{1}, {2}};
struct head { struct node *first; unsigned long tag; };
_Atomic struct head top;

static void push(struct node *node) {
    struct head old = atomic_load(&top), new;
    do {
        node->next = old.first;
        new.first = node;
        new.tag = old.tag + 1;
    } while (!atomic_compare_exchange_strong(&top, &old, new));
}

void *pusher(void *node) {
    push(node);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, pusher, &nodes[0]);
    push(&nodes[1]);
    pthread_join(thread, 0);
    struct head head = top;
    assert(head.tag == 2 && head.first->value + head.first->next->value == 3);
    return 0;
}
