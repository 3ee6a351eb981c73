#include "show.h"
static int __attribute__((noinline, noclone)) f(int x)
{
    return x + 1;
}
static __attribute__((always_inline)) inline int g(int x)
{
    return x * 2;
}
int h(int) __attribute__((const));
int h(int x)
{
    return x - 1;
}
struct __attribute__((may_alias)) m {
    int a;
};
__attribute__((unused)) static int u;
typedef int v4 __attribute__((mode(HI)));
typedef unsigned int uqi __attribute__((mode(QI)));
static int __attribute__((format(printf, 1, 2))) lg(const char *f, ...)
{
    return 0;
}
static void *__attribute__((malloc, alloc_size(1))) al(unsigned long n)
{
    return __builtin_malloc(n);
}
int main(void)
{
    show(f(1) + g(2) + h(3));
    show(sizeof(v4));
    uqi q = 300;
    show(q);
    int x __attribute__((aligned(64)));
    show((unsigned long)&x % 64);
    lg("%d", 1);
    __builtin_free(al(4));
    switch (x = 1) {
    case 1:
        x++;
        __attribute__((fallthrough));
    case 2:
        x++;
    }
    show(x);
lab:
    __attribute__((unused));
    int w = 0;
    if (__builtin_expect(w, 0))
        goto lab;
    return 0;
}
