#include "show.h"
static int next(void)
{
    static int n = 5;
    return n++;
}
static int *addr(void)
{
    static int a[3] = {1, 2, 3};
    return a;
}
static int rec(int d)
{
    static int depth;
    depth++;
    if (d)
        rec(d - 1);
    return depth;
}
_Thread_local int tl = 7;
int main(void)
{
    show(next());
    show(next());
    addr()[1] = 9;
    show(addr()[1]);
    show(rec(3));
    tl++;
    show(tl);
    static const char *names[] = {"a", "bb", 0};
    int n = 0;
    for (const char **p = names; *p; p++)
        n++;
    show(n);
    return 0;
}
