#ifndef _VALUES_H
#define _VALUES_H 1

#include <features.h>
#include <float.h>
#include <limits.h>

#define CHARBITS 8
#define SHORTBITS 16
#define INTBITS 32
#define LONGBITS LONG_BIT
#define MAXSHORT SHRT_MAX
#define MINSHORT SHRT_MIN
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXLONG LONG_MAX
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MINFLOAT FLT_MIN

#endif
