#include "show.h"
enum { A = sizeof(int) * 2, B = A > 5 ? 10 : 20, C = ~0 & 0xff, D = 'a' + 1 };
static int arr[B][A / 2];
static const int k = 5;
_Static_assert(B == 10, "b");
static int g = sizeof(arr) / sizeof(arr[0]);
static long addr = (long)sizeof(&g);
static char *s = "abc" + 1;
static int *pg = &arr[2][1];
static double d = 1.0 / 4 + 2;
static unsigned neg = -1;
static int neg2 = -5 % 3;
int main(void)
{
    show(A);
    show(B);
    show(C);
    show(D);
    show(g);
    show(addr);
    show(*s);
    show(pg - &arr[0][0]);
    show_double(d);
    show(neg);
    show(neg2);
    int a[k > 3 ? 4 : 2];
    show(sizeof a);
    show(k);
    switch (5) {
    case A - 3:
        show(1);
    }
    return 0;
}
