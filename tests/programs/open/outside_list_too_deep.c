// verdict: unsupported
/* More pointers in a row than are followed: nobody knows what happens behind them. */
#include <stddef.h>

struct node {
    struct node *next;
};

void refresh(const struct node *list);

int main(void)
{
    struct node nodes[6] = {{&nodes[1]}, {&nodes[2]}, {&nodes[3]}, {&nodes[4]}, {&nodes[5]}, {NULL}};

    refresh(&nodes[0]);  // here
    return 0;
}
