#include "show.h"
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
static char log_[64];
static void lg(const char *f, ...)
{
    va_list a;
    va_start(a, f);
    size_t n = strlen(log_);
    vsnprintf(log_ + n, sizeof log_ - n, f, a);
    va_end(a);
}
int main(void)
{
    lg("a%d", 1);
    lg("-%s", "zz");
    lg("%c%%", 'q');
    show_text(log_);
    return 0;
}
