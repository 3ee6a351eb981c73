#include "show.h"
struct s {
    unsigned a : 3;
    int b : 5;
    unsigned long c : 40;
    _Bool d : 1;
    signed char e : 4;
    unsigned : 0;
    int f : 17;
};
union u {
    struct {
        unsigned lo : 16, hi : 16;
    };
    unsigned w;
};
int main(void)
{
    struct s x = {0};
    x.a = 9;
    x.b = -3;
    x.c = 0xffffffffffUL;
    x.d = 7;
    x.e = -8;
    x.f = -65536;
    show(x.a);
    show(x.b);
    show(x.c);
    show(x.d);
    show(x.e);
    show(x.f);
    show(sizeof x);
    x.a++;
    x.b -= 20;
    show(x.a);
    show(x.b);
    union u v;
    v.w = 0x12345678;
    show(v.lo);
    show(v.hi);
    v.hi = 1;
    show(v.w);
    x.c += 1;
    show(x.c);
    show(x.a - 10 < 0);
    show((x.c << 20) >> 30);
    struct {
        unsigned q : 31;
    } y = {5};
    show(y.q - 10 < 0);
    show(-y.q < 0);
    return 0;
}
