// verdict: invalid-free
/* A literal was not allocated. */
#include <stdlib.h>

int main(void)
{
    char *text = "text";

    free(text); // here
}
