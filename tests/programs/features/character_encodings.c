/* Characters beyond ASCII: UTF-8 in narrow literals, UTF-16 after u, whole characters after U and L. */
#include <stddef.h>
#include <stdio.h>

#define SHOW(text)                                                                                                      \
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)                                                           \
        printf("%x%c", (unsigned)text[i], i + 1 < sizeof text / sizeof text[0] ? ' ' : '\n')

int main(void)
{
    const unsigned short units[] = u"a\U0001F600€\xffff";
    const unsigned points[] = U"a\U0001F600\u20ac";
    const wchar_t wide[] = L"é😀";
    const unsigned char bytes[] = u8"é😀", mixed[] = "é\xe9\351";

    SHOW(units);
    SHOW(points);
    SHOW(wide);
    SHOW(bytes);
    SHOW(mixed);
    printf("%d %d %d %x %x\n", 'ab', '\377', 'é', (unsigned)L'é', (unsigned)u'€');
    return 0;
}
