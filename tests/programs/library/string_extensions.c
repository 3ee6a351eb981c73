// verdict: safe
// except: cseq large
/* What GNU adds to the string functions. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char text[8] = "abcab", copy[8];

    assert(mempcpy(copy, text, 6) == copy + 6 && strcmp(copy, "abcab") == 0);
    assert(stpcpy(copy, "xy") == copy + 2 && strcmp(copy, "xy") == 0);
    assert(stpncpy(copy, "z", 3) == copy + 1 && copy[2] == 0);
    assert(memccpy(copy, text, 'b', 6) == copy + 2);
    assert(memccpy(copy, text, 'q', 3) == NULL);
    assert(memrchr(text, 'a', 5) == text + 3 && rawmemchr(text, 'c') == text + 2);
    assert(strchrnul(text, 'c') == text + 2 && strchrnul(text, 'q') == text + 5);
    assert(memmem(text, 5, "ca", 2) == text + 2 && memmem(text, 5, "cc", 2) == NULL);
    assert(strcasestr(text, "CA") == text + 2);
    assert(bcmp(text, "abc", 3) == 0 && bcmp(text, "abd", 3) != 0);
    explicit_bzero(text, sizeof text);
    assert(text[0] == 0 && text[4] == 0);
}
