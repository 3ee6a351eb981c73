#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H 1

#include <ucontext.h>

#endif
