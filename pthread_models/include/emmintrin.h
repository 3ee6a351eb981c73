#ifndef _EMMINTRIN_H
#define _EMMINTRIN_H 1

#include <immintrin.h>

#endif
