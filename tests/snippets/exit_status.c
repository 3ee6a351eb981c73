#include "show.h"
#include <stdlib.h>
static void a(void)
{
    show(1);
}
static void b(void)
{
    show(2);
}
int main(void)
{
    atexit(a);
    atexit(b);
    show(0);
    exit(7);
}
