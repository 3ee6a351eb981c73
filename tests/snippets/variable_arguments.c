#include "show.h"
#include <stdarg.h>
static int sum(int n, ...)
{
    va_list a;
    va_start(a, n);
    int s = 0;
    while (n--)
        s += va_arg(a, int);
    va_end(a);
    return s;
}
struct p {
    int x, y;
};
static double mix(const char *f, ...)
{
    va_list a, b;
    va_start(a, f);
    va_copy(b, a);
    double d = 0;
    for (; *f; f++)
        switch (*f) {
        case 'i':
            d += va_arg(a, int);
            break;
        case 'd':
            d += va_arg(a, double);
            break;
        case 'l':
            d += va_arg(a, long long);
            break;
        case 's':
            d += *va_arg(a, char *);
            break;
        case 'p': {
            struct p q = va_arg(a, struct p);
            d += q.x * q.y;
        }
        }
    d += va_arg(b, int);
    va_end(a);
    va_end(b);
    return d;
}
static int viav(int n, va_list a)
{
    int s = 0;
    while (n--)
        s = s * 10 + va_arg(a, int);
    return s;
}
static int pass(int n, ...)
{
    va_list a;
    va_start(a, n);
    int r = viav(n, a);
    va_end(a);
    return r;
}
int main(void)
{
    show(sum(3, 1, 2, 3));
    show_double(mix("idlsp", 1, 2.5, 3LL, "a", (struct p){3, 4}));
    show(pass(3, 1, 2, 3));
    show(sum(0));
    show(sum(2, (char)5, (short)6));
    return 0;
}
