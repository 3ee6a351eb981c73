// verdict: invalid-free
/* A global object was not allocated. */
#include <stdlib.h>

int main(void)
{
    static int object;

    free(&object); // here
}
