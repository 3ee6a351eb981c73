// verdict: out-of-bounds
/* memset beyond an object. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *object = malloc(4);

    memset(object, 0, 5);  // here
}
