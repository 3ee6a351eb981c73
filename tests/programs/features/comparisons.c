/* Signed and unsigned comparisons of every pair of widths, pointer comparisons, chained ones. */
#include <stdio.h>

int main(void) {
    signed char sc[] = {-1, 1};
    unsigned char uc[] = {255, 1};
    short s[] = {-1, 1};
    unsigned short us[] = {65535, 1};
    int i[] = {-1, 1};
    unsigned u[] = {4294967295u, 1};
    long l[] = {-1, 1};
    unsigned long ul[] = {18446744073709551615ul, 1};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
#define ROW(x)                                                                                                         \
    printf("%d%d%d%d%d%d%d%d %d%d%d%d%d%d%d%d\n", x[a] < sc[b], x[a] < uc[b], x[a] < s[b], x[a] < us[b], x[a] < i[b],       \
           x[a] < u[b], x[a] < l[b], x[a] < ul[b], x[a] == sc[b], x[a] == uc[b], x[a] == s[b], x[a] == us[b],            \
           x[a] == i[b], x[a] == u[b], x[a] == l[b], x[a] == ul[b])
            ROW(sc);
            ROW(uc);
            ROW(s);
            ROW(us);
            ROW(i);
            ROW(u);
            ROW(l);
            ROW(ul);
        }
    unsigned n = 3;
    int count = 0;
    for (unsigned k = n; k < 100; k--)
        count++;
    printf("%d\n", count);
    int array[5], *p = array, *q = array + 5;
    printf("%d %d %d %d\n", p < q, p <= p, q > p + 4, p != q);
    struct {
        int a, b;
    } t;
    printf("%d %d\n", &t.a < &t.b, (void *)&t == (void *)&t.a);
    printf("%d %d %d\n", p == NULL, !p, p && q);
    char c = -1;
    printf("%d %d\n", c == 255, c == '\xff');
    printf("%d %d\n", (unsigned char)c == 255, c < 0);
    printf("%d %d\n", 3 > 2 > 1, 1 < 3 < 2);
    printf("%d %d\n", -1 > 1u, -1L > 1u);
    printf("%d\n", 1 == 1.0);
    printf("%d %d\n", 0xffffffff == -1, 0xffffffffL == -1);
    return count + (i[0] < (int)sizeof(int));
}
