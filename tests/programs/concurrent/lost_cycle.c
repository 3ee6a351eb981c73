// verdict: lost-memory
/* Two objects point to each other, and nobody to either. */
#include <stdlib.h>

struct node {
    struct node *other;
};

int main(void) {
    struct node *one = malloc(sizeof *one), *two = malloc(sizeof *two);  // here
    one->other = two;
    two->other = one;
    return 0;
}
