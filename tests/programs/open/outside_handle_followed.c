// verdict: assertion
/* A pointer that it gives leads to a number that nobody knows. */
#include <assert.h>
#include <stddef.h>

int *instance(void);

int main(void)
{
    int *one = instance();

    if (one != NULL)
        assert(*one != 3); // here
    return 0;
}
