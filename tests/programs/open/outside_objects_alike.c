// verdict: assertion
/* Two pointers that it gives may lead to the same object. */
#include <assert.h>
#include <stddef.h>

struct point {
    int x, y;
};

struct point *instance(void);

int main(void)
{
    struct point *one = instance(), *other = instance();

    if (one == NULL || other == NULL)
        return 0;
    one->x = 3;
    other->x = 4;
    assert(one->x == 3); // here
    return 0;
}
