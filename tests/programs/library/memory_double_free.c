// verdict: double-free
/* An object is freed twice. */
#include <stdlib.h>

int main(void)
{
    int *object = malloc(sizeof *object);

    free(object);
    free(object);  // here
}
