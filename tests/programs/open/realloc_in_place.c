// verdict: assertion
/* What is made smaller may stay where it is. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *text = malloc(8), *old = text;

    text = realloc(text, 4);
    assert(text != old); // here
    free(text);
    return 0;
}
