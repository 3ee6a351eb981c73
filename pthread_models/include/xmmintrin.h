#ifndef _XMMINTRIN_H
#define _XMMINTRIN_H 1

#include <immintrin.h>

#endif
