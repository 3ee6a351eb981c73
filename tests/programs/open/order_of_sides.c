// verdict: assertion
/* C leaves open which side of an assignment is evaluated first; gcc takes the left one, clang the right one. */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node first, second, *current = &first;
static int cells[3], index, *cell = &cells[0];

static int advance(void)
{
    index = 1;
    cell = &cells[1];
    return 7;
}

static struct node *append(void)
{
    return current = &second;
}

static struct node made(void)
{
    struct node node = {NULL, advance()};

    return node;
}

int main(void)
{
    struct node nodes[2] = {0};

    switch (__VERIFIER_nondet_int()) {
    case 0:
        cells[index] = advance();
        assert(cells[0] == 7); // here
        break;
    case 1:
        *cell += advance();
        assert(cells[0] == 7); // here
        break;
    case 2:
        current->next = append();
        assert(first.next == &second); // here
        break;
    default:
        nodes[index] = made();
        assert(nodes[0].value == 7); // here
    }
}
