#include "show.h"
static int calls;
static int id(int x)
{
    calls++;
    return x;
}
int main(void)
{
    int a[3] = {1, 2, 3}, i = 0;
    int x = id(1) ? id(2) : id(3);
    show(x);
    show(calls);
    int y = id(0) || id(5);
    show(y);
    for (;;) {
        if (calls > 6)
            break;
        id(0);
    }
    show(calls);
    int z;
    for (z = 0; z < 10; z++) {
        if (z == 3)
            continue;
        if (z == 5)
            break;
    }
    show(z);
    do
        z--;
    while (z > 2);
    show(z);
    while (z-- > 0)
        ;
    show(z);
    int k = 0;
    k = k + 1, k = k * 5;
    show(k);
    if (0)
        ;
    else
        show(8);
    {
        ;
    }
    switch (k) {
    default:;
    }
    int n = 3;
    n = n > 2 ? n < 5 ? 10 : 20 : 30;
    show(n);
    n += +n;
    show(n);
    n = -(-n);
    show(n);
    return 0;
}
