/* printf's conversions of wide characters, and the text for errno. */
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char text[30];
    int length;

    errno = ENOENT;
    printf("%m|%30m|%.3m|%s\n", "next");
    printf("%ls|%5ls|%-5ls|%.2ls|%lc|%S|%C|\n", L"abc", L"de", L"fg", L"xyz", (wint_t)L'q', L"big", (wint_t)L'c');
    length = sprintf(text, "%ls!", L"wide");
    printf("%s %d\n", text, length);
    return 0;
}
