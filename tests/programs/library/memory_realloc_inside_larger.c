// verdict: invalid-free
/* A pointer into an object cannot be given back, whatever there would be to copy. */
#include <stdlib.h>

int main(void)
{
    char *object = malloc(4);

    object = realloc(object + 1, 16); // here
}
