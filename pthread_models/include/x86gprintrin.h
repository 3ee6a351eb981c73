#ifndef _X86GPRINTRIN_H
#define _X86GPRINTRIN_H 1

#include <immintrin.h>

#endif
