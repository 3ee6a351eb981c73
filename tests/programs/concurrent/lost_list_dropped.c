// verdict: lost-memory
/* With the first element, the second one is lost. */
#include <stdlib.h>

struct node {
    struct node *next;
} *first;

int main(void) {
    first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);  // here
    first->next->next = 0;
    free(first);
    return 0;
}
