// verdict: invalid-free
/* A local variable is freed. */
#include <stdlib.h>

int main(void)
{
    int local = 0;

    free(&local);  // here
}
