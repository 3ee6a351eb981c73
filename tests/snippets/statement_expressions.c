#include "show.h"
#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) _a = (a);                                                                                        \
        __typeof__(b) _b = (b);                                                                                        \
        _a > _b ? _a : _b;                                                                                             \
    })
struct p {
    int x, y;
};
int main(void)
{
    int i = 3;
    show(MAX(i++, 2));
    show(i);
    show(({
        int t = 5;
        t * 2;
    }));
    struct p q = ({
        struct p z = {1, 2};
        z.y = 7;
        z;
    });
    show(q.y);
    int k = ({
        for (int j = 0; j < 3; j++)
            i += j;
        i;
    });
    show(k);
    void *l = &&lab;
    goto *l;
    show(99);
lab:
    show(1);
    static void *tab[] = {&&a, &&b};
    goto *tab[1];
a:
    show(2);
    goto e;
b:
    show(3);
    goto *tab[0];
e:
    return ({ ; }), 0;
}
