#include "show.h"
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define V(...) sum(sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})
#define LOG(f, ...) lg(f, ##__VA_ARGS__)
static int sum(int n, int *a)
{
    int s = 0;
    while (n--)
        s += *a++;
    return s;
}
static int lg(const char *f, ...)
{
    return *f;
}
int main(void)
{
    int CAT(ab, c) = 5;
    show(abc);
    show_text(STR(a b));
    show_text(XSTR(__LINE__));
    show(V(1, 2, 3));
    show(LOG("x"));
    show(LOG("y", 1));
    show_text(__func__);
    show(__STDC_VERSION__ >= 201112L);
    show(__INT_MAX__);
    show(__CHAR_BIT__);
    show(__COUNTER__);
    show(__COUNTER__);
    show(sizeof(__FILE__) > 1);
#if defined(__GNUC__) && __GNUC__ >= 4
    show(1);
#endif
    show(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    show(__SIZEOF_POINTER__);
    show(__x86_64__);
    show(__linux__);
    return 0;
}
