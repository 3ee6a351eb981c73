// verdict: safe
/* Pages, and what frees them. */
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
    char *one = pvalloc(10), *other = valloc(10);

    assert(one != NULL && other != NULL && one != other);
    one[9] = 1;
    other[9] = 2;
    assert(one[9] == 1 && other[9] == 2);
    free(one);
    free(other);
}
