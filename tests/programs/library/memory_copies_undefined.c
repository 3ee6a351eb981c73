// verdict: safe
/* Copying bytes that nobody has written is no use of them, padding included. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    int i;
};

int main(void)
{
    struct padded source, target;
    char *half = malloc(4);

    source.c = 'c';
    source.i = 7;
    memcpy(&target, &source, sizeof target);
    memmove(&source, &target, sizeof source);
    assert(source.c == 'c' && source.i == 7);
    half[0] = 1;
    half = realloc(half, 2);
    assert(half[0] == 1);
    free(half);
}
