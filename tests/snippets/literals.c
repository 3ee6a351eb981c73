#include "show.h"
#include <uchar.h>
int main(void)
{
    char16_t a[] = u"ab";
    char32_t b[] = U"c";
    char c[] = u8"\u00e9";
    show(sizeof a);
    show(sizeof b);
    show(sizeof c);
    show((unsigned char)c[0]);
    show(a[1]);
    show('\n' + '\t' + '\\' + '\0' + '\x41' + '\101');
    show('ab');
    show("\x41"
         "B"[0]);
    show(sizeof("a"
                "bc"));
    return 0;
}
