#include "show.h"
#include <stdlib.h>
#include <errno.h>
#include <limits.h>
int main(void)
{
    char *e;
    show(strtol("  -42xyz", &e, 10));
    show_text(e);
    show(strtol("0x1f", 0, 0));
    show(strtol("077", 0, 0));
    show(strtoul("zz", 0, 36));
    errno = 0;
    show(strtol("99999999999999999999", 0, 10) == LONG_MAX);
    show(errno == ERANGE);
    show(atoi("123abc"));
    show(atol("-7"));
    show(abs(-3));
    show(labs(-4L));
    div_t d = div(-7, 2);
    show(d.quot);
    show(d.rem);
    ldiv_t l = ldiv(7, -2);
    show(l.quot);
    show(l.rem);
    lldiv_t ll = lldiv(-9, 4);
    show(ll.rem);
    show(strtoll("-0b1", &e, 2));
    show_text(e);
    show(strtoull("-1", 0, 10) == ULLONG_MAX);
    show(atoll("9223372036854775807"));
    show(strtol("", &e, 10));
    show(strtol("+5", 0, 10));
    show(strtol("0x", &e, 16));
    show_text(e);
    return 0;
}
