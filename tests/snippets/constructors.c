#include "show.h"
#include <stdlib.h>
static void h1(void)
{
    show(1);
}
static void h2(void)
{
    show(2);
}
__attribute__((constructor)) static void a(void)
{
    show(3);
    atexit(h1);
}
__attribute__((constructor(200))) static void b(void)
{
    show(4);
}
__attribute__((constructor(101))) static void c(void)
{
    show(5);
}
__attribute__((constructor)) void d(void)
{
    show(6);
}
static void e(void) __attribute__((constructor(200)));
static void e(void)
{
    show(7);
}
__attribute__((destructor)) static void p(void)
{
    show(8);
}
__attribute__((destructor(200))) static void q(void)
{
    show(9);
}
__attribute__((destructor(101))) static void r(void)
{
    show(10);
}
__attribute__((destructor)) void s(void)
{
    show(11);
}
__attribute__((destructor(200))) void t(void)
{
    show(12);
}
__attribute__((constructor(150), destructor(150))) void u(void)
{
    show(13);
}
int main(void)
{
    atexit(h2);
    show(14);
    return 4;
}
