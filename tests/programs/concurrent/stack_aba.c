// verdict: assertion
// except: cseq slow
/* A stack that compares only its top: it may be the same node again, with another one below it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; int taken; } nodes[2];
struct node *_Atomic top;

static struct node *pop(void) {
    struct node *first = top, *second;
    do {
        if (first == 0)
            return 0;
        second = first->next;
    } while (!atomic_compare_exchange_strong(&top, &first, second));
    return first;
}

static void push(struct node *node) {
    struct node *first = top;
    do
        node->next = first;
    while (!atomic_compare_exchange_strong(&top, &first, node));
}

void *one(void *unused) {
    pop();
    return 0;
}

void *two(void *unused) {
    struct node *first = pop(), *second = pop();
    if (second != 0)
        second->taken = 1;
    if (first != 0)
        push(first);
    return 0;
}

int main(void) {
    pthread_t a, b;
    nodes[1].next = &nodes[0];
    top = &nodes[1];
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    struct node *left = pop();
    assert(left == 0 || !left->taken);  // here
    return 0;
}
