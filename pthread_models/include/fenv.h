#ifndef _FENV_H
#define _FENV_H 1

#include <features.h>

typedef unsigned short fexcept_t;
typedef struct {
#if __SIZEOF_POINTER__ == 8
    unsigned int __words[8];
#else
    unsigned int __words[7];
#endif
} fenv_t;

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

int feclearexcept(int exceptions);
int fetestexcept(int exceptions);
int feraiseexcept(int exceptions);
int fegetround(void);
int fesetround(int rounding);
int fegetenv(fenv_t *environment);
int fesetenv(const fenv_t *environment);

#endif
