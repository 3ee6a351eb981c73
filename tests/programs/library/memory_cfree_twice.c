// verdict: double-free
/* cfree frees like free. */
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
    char *object = calloc(2, 2);

    cfree(object);
    cfree(object); // here
}
