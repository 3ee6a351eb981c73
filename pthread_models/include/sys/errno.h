#ifndef _SYS_ERRNO_H
#define _SYS_ERRNO_H 1

#include <features.h>
#include <errno.h>

#endif
