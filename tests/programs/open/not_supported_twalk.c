// verdict: unsupported
/* A walk shows how a tree is balanced. */
#include <search.h>
#include <stddef.h>

static void visit(const void *node, VISIT which, int depth)
{
    (void)node;
    (void)which;
    (void)depth;
}

int main(void)
{
    twalk(NULL, visit); // here
}
