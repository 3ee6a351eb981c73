#ifndef _ASM_UNISTD_H
#define _ASM_UNISTD_H 1

#include <sys/syscall.h>

#endif
