// verdict: safe  bounds: symbolic=1
/* As parsers do it: compute where it would end, then look whether that is too far. And a pointer that moves along with
   its object, although C does not say what that means. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

static char text[8];

int main(void)
{
    unsigned length = __VERIFIER_nondet_uint();
    char *limit = text + sizeof text, *end = text + length;
    int *old = malloc(4 * sizeof(int)), *new = malloc(4 * sizeof(int)), *inside = old + 2;
    ptrdiff_t moved = new - old;

    if (end < limit && end >= text)
        *end = 1;
    new[2] = 7;
    free(old);
    inside += moved;
    assert(*inside == 7);
    free(new);
    return 0;
}
