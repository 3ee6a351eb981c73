// verdict: assertion
/* Two pointers that it gives may be the same one. */
#include <assert.h>
#include <stddef.h>

void *instance(void);

int main(void)
{
    void *one = instance(), *other = instance();

    assert(one == NULL || one != other);  // here
    return 0;
}
