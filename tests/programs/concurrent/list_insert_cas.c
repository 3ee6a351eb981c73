// verdict: safe
/* Insertion with compare-and-swap and a second try loses nothing. */
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
} *head, nodes[2];

void *insert(void *argument) {
    struct node *node = argument, *old;
    do {
        old = head;
        node->next = old;
    } while (!__sync_bool_compare_and_swap(&head, old, node));
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, insert, &nodes[0]);
    pthread_create(&b, 0, insert, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int length = 0;
    for (struct node *n = head; n; n = n->next)
        length++;
    assert(length == 2);
    return 0;
}
