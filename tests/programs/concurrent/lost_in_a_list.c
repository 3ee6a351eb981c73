// verdict: safe  bounds: lost=1
/* A global leads to a list, and the list to what its elements hold. */
#include <stdlib.h>

struct node {
    struct node *next;
    int *value;
};

struct {
    int length;
    struct node *first;
} list;

static void insert(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = malloc(sizeof *node->value);
    *node->value = value;
    node->next = list.first;
    list.first = node;
    list.length++;
}

int main(void) {
    insert(1);
    insert(2);
    return 0;
}
