#ifndef _LINUX_LIMITS_H
#define _LINUX_LIMITS_H 1

#include <limits.h>

#endif
