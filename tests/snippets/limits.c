#include "show.h"
#include <inttypes.h>
#include <stdint.h>
#include <limits.h>
#include <float.h>
int main(void)
{
    show(INT8_MAX);
    show(UINT16_MAX);
    show(INT32_MIN);
    show(INT64_MAX);
    show(UINT64_C(5));
    show(INTPTR_MAX == LONG_MAX);
    show(SIZE_MAX == ULONG_MAX);
    show(CHAR_BIT);
    show(SCHAR_MIN);
    show(CHAR_MAX);
    show(SHRT_MIN);
    show(UINT_MAX);
    show(LLONG_MIN);
    show(DBL_DIG);
    show(FLT_MANT_DIG);
    show(DBL_MAX_EXP);
    show_double(DBL_EPSILON);
    show_double(FLT_MAX);
    imaxdiv_t d = imaxdiv(7, 2);
    show(d.quot);
    show(imaxabs(-5));
    show(strtoimax("12", 0, 10));
    show(strtoumax("ff", 0, 16));
    show(sizeof(int_fast16_t));
    show(sizeof(int_least8_t));
    show(PTRDIFF_MAX > 0);
    show(MB_LEN_MAX);
    show(INT_MAX);
    return 0;
}
