// verdict: invalid-free
/* A pointer into the middle of an object is freed. */
#include <stdlib.h>

int main(void)
{
    char *object = malloc(2);

    free(object + 1);  // here
}
