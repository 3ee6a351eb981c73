#include "show.h"
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static int scmp(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void)
{
    int a[] = {5, 3, 9, 1, 4, 1};
    qsort(a, 6, sizeof *a, cmp);
    for (int i = 0; i < 6; i++)
        show(a[i]);
    int k = 4, *f = bsearch(&k, a, 6, sizeof *a, cmp);
    show(f - a);
    k = 7;
    show(bsearch(&k, a, 6, sizeof *a, cmp) == 0);
    const char *s[] = {"pear", "apple", "fig"};
    qsort(s, 3, sizeof *s, scmp);
    for (int i = 0; i < 3; i++)
        show_text(s[i]);
    return 0;
}
