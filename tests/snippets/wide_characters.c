#include "show.h"
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>
int main(void)
{
    wchar_t w[8] = L"abc";
    show(wcslen(w));
    show(wcscmp(w, L"abd") < 0);
    wcscpy(w, L"xyz");
    show(w[1]);
    show(sizeof(wchar_t));
    show(L'\x263a');
    show(towupper(L'a'));
    show(iswalpha(L'z') != 0);
    wcscat(w, L"!");
    show(w[3]);
    show(wcschr(w, L'y') - w);
    show(wmemcmp(w, L"xyz", 3));
    return 0;
}
