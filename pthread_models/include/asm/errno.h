#ifndef _ASM_ERRNO_H
#define _ASM_ERRNO_H 1

#include <errno.h>

#endif
