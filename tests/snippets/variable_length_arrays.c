#include "show.h"
static int sum(int n, int a[n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int two(int n, int m, int a[n][m])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j] * (i + 1);
    return s;
}
int main(void)
{
    int n = 4;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    show(sum(n, a));
    show(sizeof a);
    int b[2][n];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = i + j;
    show(two(2, n, b));
    show(sizeof b[0]);
    typedef int row[n];
    row r;
    show(sizeof r);
    n = 10;
    show(sizeof r);
    int (*p)[4] = &a;
    show((*p)[2]);
    for (int k = 1; k < 4; k++) {
        int v[k];
        v[k - 1] = k;
        show(v[k - 1] + sizeof v);
    }
    return 0;
}
