#ifndef _X86INTRIN_H
#define _X86INTRIN_H 1

#include <immintrin.h>

#endif
