// verdict: assertion
/* Lists from outside have an end, and may be as long as there are objects. */
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
    assert(length != 2); // here
    return 0;
}
