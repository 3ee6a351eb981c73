#include "show.h"
#include <stddef.h>
#include <stdint.h>
struct s {
    char a;
    int b;
    struct {
        short x, y;
    } c[2];
};
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
int main(void)
{
    struct s v = {1, 2, {{3, 4}, {5, 6}}};
    int *p = &v.b;
    show(container_of(p, struct s, b)->c[1].y);
    show(offsetof(struct s, c[1].y));
    int a[10];
    show(&a[7] - &a[2]);
    int *e = a + 10;
    show(e - a);
    show((uintptr_t)&a[1] - (uintptr_t)&a[0]);
    int m[3][4];
    show(&m[2][1] - &m[0][0]);
    show(sizeof m[0]);
    char *q = (char *)a;
    show((int *)(q + 8) == &a[2]);
    show(*&v.b);
    int **pp = &p;
    **pp = 9;
    show(v.b);
    show(&*p == p);
    show(2 [a] == a[2] || 1);
    const int *cp = p;
    show(*cp);
    int (*fp)(void) = 0;
    show(fp == 0);
    void *vp = &v;
    show(((struct s *)vp)->a);
    show((p + 1 > p));
    show(!p);
    show(((int (*)[4])m)[1] == m[1]);
    volatile int vi = 3;
    vi += vi;
    show(vi);
    return 0;
}
