#define _GNU_SOURCE
#include "show.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int k[] = {3, 1, 2};
    void *root = 0;
    for (int i = 0; i < 3; i++)
        tsearch(&k[i], &root, cmp);
    show(tfind(&k[1], &root, cmp) != 0);
    int x = 9;
    show(tfind(&x, &root, cmp) != 0);
    tdelete(&k[0], &root, cmp);
    show(tfind(&k[0], &root, cmp) != 0);
    int a[5] = {1, 2, 3};
    size_t n = 3;
    int key = 2;
    show(*(int *)lfind(&key, a, &n, sizeof *a, cmp));
    key = 7;
    lsearch(&key, a, &n, sizeof *a, cmp);
    show(n);
    return 0;
}
