#include "show.h"
struct in {
    int a, b[3];
};
struct s {
    int x;
    struct in y[2];
    const char *n;
    union {
        int i;
        char c;
    } u;
};
int main(void)
{
    struct s v = {.y[1].b[2] = 5, .x = 1, .y[0] = {7, {8}}, .n = "q", .u.c = 'z'};
    show(v.x);
    show(v.y[0].a);
    show(v.y[0].b[0]);
    show(v.y[1].b[2]);
    show(v.u.c);
    int a[] = {[3] = 1, 2, [0] = 9, [5 ... 7] = 4};
    show(sizeof a / sizeof *a);
    for (int i = 0; i < 8; i++)
        show(a[i]);
    struct s w = (struct s){.x = 3, .y = {{1}, {.b = {[1] = 2}}}};
    show(w.y[1].b[1]);
    show(w.n == 0);
    int *p = (int[]){1, 2, 3};
    show(p[2]);
    char m[3] = "abc";
    show(m[2]);
    char z[] = "a\0b";
    show(sizeof z);
    int two[][2] = {1, 2, 3};
    show(sizeof two);
    struct {
        int a;
        int : 4;
        int b;
    } g = {1, 2};
    show(g.b);
    struct in h = {1, 2, 3, 4};
    show(h.b[2]);
    char *t[] = {[1] = "x"};
    show(t[0] == 0);
    return 0;
}
