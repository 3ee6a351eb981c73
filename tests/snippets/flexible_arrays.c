#include "show.h"
#include <stdlib.h>
#include <string.h>
struct f {
    int n;
    int a[];
};
struct z {
    int n;
    char c[0];
};
int main(void)
{
    struct f *p = malloc(sizeof *p + 3 * sizeof(int));
    p->n = 3;
    for (int i = 0; i < 3; i++)
        p->a[i] = i + 1;
    show(p->a[2]);
    show(sizeof(struct f));
    show(sizeof(struct z));
    struct z *q = malloc(sizeof *q + 4);
    strcpy(q->c, "abc");
    show_text(q->c);
    static struct f st = {2, {5, 6}};
    show(st.a[1]);
    struct f *r = calloc(1, sizeof *r + 8);
    show(r->a[1]);
    free(p);
    free(q);
    free(r);
    return 0;
}
