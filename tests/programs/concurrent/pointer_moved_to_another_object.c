// verdict: safe
/* A pointer into memory that has moved is moved, too: not what C allows, but what people do. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *old = malloc(8), *inside = old + 3;
    memset(old, 1, 8);
    char *new = malloc(16);
    memcpy(new, old, 8);
    inside += new - old;
    free(old);
    assert(*inside == 1);
    free(new);
    return 0;
}
