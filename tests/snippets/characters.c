#include "show.h"
#include <ctype.h>
int main(void)
{
    int n = 0;
    for (int c = 0; c < 256; c++)
        n += !!isalpha(c) + 2 * !!isdigit(c) + 3 * !!isspace(c) + 4 * !!isupper(c) + 5 * !!islower(c) +
             6 * !!ispunct(c) + 7 * !!isalnum(c) + 8 * !!isxdigit(c) + 9 * !!iscntrl(c) + 10 * !!isprint(c) +
             11 * !!isgraph(c) + 12 * !!isblank(c);
    show(n);
    show(toupper('a'));
    show(tolower('Z'));
    show(toupper('1'));
    show(isalpha('a') != 0);
    show(isascii(200) != 0);
    show(toascii(200));
    return 0;
}
