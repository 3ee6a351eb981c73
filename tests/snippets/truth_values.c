#include "show.h"
#include <stdbool.h>
static bool odd(int x)
{
    return x & 1;
}
int main(void)
{
    bool b = 5;
    show(b);
    b += 1;
    show(b);
    b = !b;
    show(b);
    b--;
    show(b);
    show(odd(3) + odd(4));
    show(sizeof(bool));
    show(true + true);
    b |= 2;
    show(b);
    b &= 2;
    show(b);
    b ^= 1;
    show(b);
    int i = -1;
    b = i;
    show(b);
    b = 0.1f;
    show(b);
    char *p = 0;
    b = p;
    show(b);
    show((bool)2 == true);
    bool a[3] = {7, 0, 1};
    show(a[0] + a[1] + a[2]);
    return 0;
}
