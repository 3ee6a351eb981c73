#include "show.h"
#define T(x) _Generic((x), int: 1, unsigned: 2, long: 3, double: 4, float: 5, char *: 6, const char *: 7, default: 0)
int main(void)
{
    char c = 1;
    short s = 1;
    float f = 1;
    show(T(1));
    show(T(1u));
    show(T(1L));
    show(T(1.0));
    show(T(f));
    show(T("a"));
    show(T((const char *)"a"));
    show(T(c));
    show(T(c + c));
    show(T(s + 1u));
    show(T(f + 1));
    show(T(1LL));
    show(T('a'));
    show(T((char)1));
    show(T(!1));
    show(T(sizeof(int)));
    return 0;
}
