// verdict: unsupported
/* How many objects there are in a row, nobody knows. */
#include <stddef.h>

struct point {
    int x, y;
};

struct point *points(void);

int main(void)
{
    struct point *point = points();

    if (point == NULL)
        return 0;
    point->x = 1;
    return point[1].x; // here
}
