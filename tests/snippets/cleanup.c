#include "show.h"
#include <stdlib.h>
#define CLEAN(f) __attribute__((cleanup(f)))
static int n;
static void clean(int *p)
{
    show(*p);
    n++;
    *p = -1;
}
static int clean2(void *p)
{
    show(*(int *)p);
    return 3;
}
struct pair {
    int a, b;
};
static void clean_pair(struct pair *p)
{
    show(p->a);
    show(p->b);
    p->a = 100;
}
static int f(int k)
{
    int x CLEAN(clean) = k;
    if (k == 1)
        return x + 10;
    {
        int y CLEAN(clean2) = k * 2, z __attribute__((__cleanup__(clean))) = 7;
        if (k == 2)
            return y + z;
        y++;
    }
    for (int i CLEAN(clean) = 0; i < 3; i++) {
        int w CLEAN(clean) = i * 100;
        if (i == 1 && k == 3)
            continue;
        if (i == 2)
            break;
        show(i);
    }
again:;
    int v CLEAN(clean) = k + 50;
    if (k++ < 5)
        goto again;
    if (k == 7)
        goto out;
    while (1) {
        int q CLEAN(clean) = 9;
        switch (k) {
        case 6: {
            int s CLEAN(clean) = 11;
            break;
        }
        default:
            goto out;
        }
        break;
    }
out:
    show(1000);
    return x;
}
static int se(void)
{
    int r = ({
        int t CLEAN(clean) = 5;
        t + 1;
    });
    struct pair p = ({
        struct pair q CLEAN(clean_pair) = {1, 2};
        q;
    });
    show(p.a);
    return r;
}
static void nothing(void)
{
    int e CLEAN(clean) = 77;
    __auto_type g CLEAN(clean) = 78;
    show(1000);
}
static void vla(int m)
{
    int a[m] CLEAN(clean2);
    a[0] = 42;
}
int main(void)
{
    show(f(1));
    show(f(2));
    show(f(3));
    show(f(6));
    show(se());
    nothing();
    vla(4);
    int last CLEAN(clean) = 123;
    if (n > 100)
        exit(3);
    return last;
}
