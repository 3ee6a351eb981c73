// verdict: safe
/* Lists from outside have an end, and nobody goes round in a circle. */
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
};

struct node *first(void);

int main(void)
{
    int length = 0;

    for (struct node *node = first(); node != NULL; node = node->next)
        length++;
    assert(length <= 2);
    return 0;
}
