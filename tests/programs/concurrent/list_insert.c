// verdict: assertion
/* Two insertions at the head of a list: one node can get lost. */
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
} *head, nodes[2];

void *insert(void *argument) {
    struct node *node = argument;
    node->next = head;
    head = node;
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
    assert(length == 2);  // here
    return 0;
}
