#include "show.h"
int main(void)
{
    int x = 5;
    __typeof__(x) y = 6;
    typeof(&x) p = &y;
    show(*p);
    typeof(int[3]) a = {1, 2, 3};
    show(a[2]);
    __auto_type z = 1.5;
    show(sizeof z);
    const int c = 1;
    __typeof__(c + 0) d;
    d = 2;
    show(d);
    typeof(x++) w = 9;
    show(x + w);
    return 0;
}
