// verdict: safe
/* An object of no bytes is an object: realloc asks for its size. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(0);
    p = realloc(p, sizeof *p);
    *p = 1;
    assert(*p == 1);
    free(p);
    return 0;
}
