// verdict: safe  bounds: leaks=1
/* cfree frees like free. */
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
    cfree(calloc(2, 2));
    cfree(NULL);
}
