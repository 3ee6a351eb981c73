// verdict: unsupported
/* What is behind a pointer that it gives, nobody knows. */
#include <stddef.h>

int *instance(void);

int main(void)
{
    int *one = instance();

    return one != NULL && *one == 3;  // here
}
