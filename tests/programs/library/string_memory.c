// verdict: safe
// except: cseq large
/* The mem functions. */
#include <assert.h>
#include <string.h>

int main(void)
{
    char a[8] = "abcdef", b[8];

    assert(memcpy(b, a, 8) == b && memcmp(a, b, 8) == 0);
    assert(memmove(a + 2, a, 4) == a + 2 && memcmp(a, "ababcd", 7) == 0);
    assert(memmove(a, a + 2, 5) == a && memcmp(a, "abcd", 5) == 0);
    assert(memset(b, 'x', 3) == b && memcmp(b, "xxxdef", 7) == 0);
    assert(memcmp("a", "b", 1) < 0 && memcmp("\xff", "a", 1) > 0 && memcmp("a", "b", 0) == 0);
    assert(memchr(b, 'd', 8) == b + 3 && memchr(b, 'q', 8) == NULL);
    memset(b, 0, sizeof b);
    assert(memchr(b, 0, 8) == b);
    bzero(a, 8);
    assert(memcmp(a, b, 8) == 0);
    bcopy("xy", a, 3);
    assert(strcmp(a, "xy") == 0);
    assert(ffs(0) == 0 && ffs(8) == 4);
}
