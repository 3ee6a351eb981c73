// verdict: safe
// except: cseq large
/* Numbers as text. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    const char *text = "  -0x1fz";
    char *end;

    assert(atoi("42") == 42 && atoi(" -7x") == -7 && atoi("x") == 0 && atoi("+3") == 3);
    assert(atol("123456") == 123456 && atoll("-99") == -99);
    assert(strtol(text, &end, 0) == -31 && *end == 'z');
    assert(strtol(text, &end, 16) == -31 && *end == 'z');
    assert(strtol("0x", &end, 16) == 0 && *end == 'x');
    assert(strtol("077", 0, 0) == 63 && strtol("zz", 0, 36) == 1295);
    assert(strtol("", &end, 10) == 0 && strtol("12ab", &end, 10) == 12 && *end == 'a');
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("-99999999999999999999", 0, 10) == LONG_MIN && errno == ERANGE);
    errno = 0;
    assert(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN && errno == 0);
    assert(strtoul("4294967295", 0, 10) == 4294967295UL && strtoul("-1", 0, 10) == ULONG_MAX);
    assert(strtoull("18446744073709551615", 0, 10) == ULLONG_MAX && errno == 0);
    assert(strtoull("18446744073709551616", 0, 10) == ULLONG_MAX && errno == ERANGE);
    assert(strtoimax("-5", 0, 10) == -5);
    assert(abs(-3) == 3 && labs(-3L) == 3 && llabs(3LL) == 3);
    assert(div(-7, 2).quot == -3 && div(-7, 2).rem == -1 && ldiv(7, 2).quot == 3);
}
