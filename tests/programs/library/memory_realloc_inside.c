// verdict: invalid-free
/* A pointer into an object cannot be given back. */
#include <stdlib.h>

int main(void)
{
    char *object = malloc(4);

    object = realloc(object + 1, 2); // here
}
