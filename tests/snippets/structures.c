#include "show.h"
typedef struct {
    int x;
} A;
typedef struct {
    A a[2];
    union {
        int i;
        float f;
    } u;
    struct {
        int p, q;
    };
} B;
static B mk(int n)
{
    B b = {{{n}, {n + 1}}, {.f = 1.0f}, {n + 2, n + 3}};
    return b;
}
static int sum(B b)
{
    b.a[0].x += 100;
    return b.a[0].x + b.a[1].x + b.p + b.q;
}
static B *same(B *b)
{
    return b;
}
int main(void)
{
    B b = mk(1);
    show(sum(b));
    show(b.a[0].x);
    show(mk(5).q);
    show(same(&b)->a[1].x);
    B c = b;
    c.p = 50;
    show(b.p + c.p);
    B d[2] = {mk(2), mk(3)};
    show(d[1].a[1].x);
    show(b.u.i);
    b = d[0];
    show(b.a[0].x);
    (same(&b))->a[0] = (A){77};
    show(b.a[0].x);
    show(sizeof(B));
    return 0;
}
