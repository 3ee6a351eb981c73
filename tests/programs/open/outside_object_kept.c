// verdict: safe  bounds: sampled=1
/* What the program writes to an object from outside stays there, and two pointers may lead to the same object. */
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
    one->y = other->y;
    assert(one->x == 3);
    assert(one->y == other->y);
    other->x = 4;
    assert(one->x == 3 || one == other);
    return 0;
}
