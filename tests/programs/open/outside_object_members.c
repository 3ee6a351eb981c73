// verdict: null-pointer
/* Pointers in an object from outside may be null, or lead to other objects. */
#include <assert.h>
#include <stddef.h>

struct leaf {
    _Bool on;
};

struct node {
    struct leaf *leaf;
    struct node *next;
};

struct node *first(void);

int main(void)
{
    int length = 0;

    for (struct node *node = first(); node != NULL; node = node->next) {
        length++;
        assert(node->leaf->on || length > 0); // here
    }
    assert(length <= 2);
    return 0;
}
