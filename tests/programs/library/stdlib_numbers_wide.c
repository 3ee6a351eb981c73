// verdict: safe
// except: cseq large
/* Arithmetic and text of the widest numbers. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    lldiv_t quotient = lldiv(-7LL, 2LL);
    char *end = NULL;

    assert(imaxabs(-((intmax_t)1 << 40)) == (intmax_t)1 << 40 && imaxabs(3) == 3);
    assert(quotient.quot == -3 && quotient.rem == -1);
    assert(strtoumax("ff,", &end, 16) == 255 && *end == ',');
    assert(strtoumax("99999999999999999999", NULL, 10) == UINTMAX_MAX && errno == ERANGE);
    assert(strtold("2.5x", &end) == 2.5L && *end == 'x');
    errno = 0;
    assert(strtol("11", NULL, 37) == 0 && errno == EINVAL);
    errno = 0;
    assert(strtol("11", NULL, 1) == 0 && errno == EINVAL);
    assert(strtol("z", NULL, 36) == 35);
}
