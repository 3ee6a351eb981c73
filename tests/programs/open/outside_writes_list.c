// verdict: assertion
/* What it is handed leads on: through the pointers that are stored there. */
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

void refresh(struct node *list);

int main(void)
{
    struct node second = {NULL, 2}, first = {&second, 1};

    refresh(&first);
    assert(second.value == 2);  // here
    return 0;
}
