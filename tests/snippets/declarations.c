#include "show.h"
typedef int (*op)(int, int);
static int add(int a, int b)
{
    return a + b;
}
static int mul(int a, int b)
{
    return a * b;
}
static op pick(int w)
{
    return w ? add : mul;
}
static int (*pick2(int w))(int, int)
{
    return w ? add : mul;
}
static int ap(int f(int, int), int a)
{
    return f(a, a);
}
int (*arr[2])(int, int) = {add, mul};
static int fact(int n)
{
    return n < 2 ? 1 : n * fact(n - 1);
}
struct n {
    int v;
    struct n *next;
};
static struct n c = {3, 0}, b = {2, &c}, a = {1, &b};
extern int later;
static int use(void)
{
    return later;
}
int later = 4;
static inline int in(void)
{
    return 6;
}
int main(void)
{
    show(pick(1)(2, 3));
    show(pick2(0)(2, 3));
    show(ap(mul, 5));
    show(arr[1](6, 7));
    show((*arr[0])(1, 1));
    show((****arr[0])(1, 1));
    show(fact(10));
    int s = 0;
    for (struct n *p = &a; p; p = p->next)
        s = s * 10 + p->v;
    show(s);
    show(use());
    show(in());
    int x = 1, y = (x++, x + 1);
    show(y);
    show(x ?: 9);
    show(0 ?: 9);
    int z = x > 1 ? x > 5 ? 1 : 2 : 3;
    show(z);
    for (int i = 0, j = 10; i < j; i += 3, j--)
        show(i * 100 + j);
    do {
        x++;
    } while (x < 5);
    show(x);
    {
        int x = 100;
        show(x);
    }
    show(x);
    typedef struct {
        int q;
    } T;
    T t = {5};
    show(t.q);
    return 0;
}
