// verdict: safe
// except: cseq large
/* Wide characters in the locale "C". */
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    wchar_t text[8], other[4];
    char narrow[4];

    wcscpy(text, L"ab");
    wcscat(text, L"a");
    assert(wcslen(text) == 3 && wcscmp(text, L"aba") == 0 && wcsncmp(text, L"abc", 2) == 0);
    assert(wcschr(text, L'a') == text && wcsrchr(text, L'a') == text + 2);
    wcsncpy(other, L"x", 3);
    assert(other[0] == L'x' && other[2] == 0);
    wmemset(other, L'q', 2);
    wmemcpy(text, other, 2);
    assert(wmemcmp(text, other, 2) == 0);
    assert(towupper(L'a') == L'A' && towlower(L'Q') == L'q');
    assert(btowc('a') == L'a' && wctob(L'b') == 'b');
    assert(mbstowcs(other, "xy", 4) == 2 && other[1] == L'y');
    assert(wcstombs(narrow, L"z", 4) == 1 && narrow[0] == 'z');
    assert(mbtowc(other, "w", 1) == 1 && other[0] == L'w' && wctomb(narrow, L'v') == 1 && mblen("u", 1) == 1);
    assert(localeconv()->decimal_point[0] == '.');
}
