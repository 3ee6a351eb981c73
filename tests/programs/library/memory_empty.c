// verdict: out-of-bounds
/* An object of no bytes has no first byte. */
#include <stdlib.h>

int main(void)
{
    char *object = malloc(0);

    *object = 0;  // here
}
