#ifndef _SYS_SYSCTL_H
#define _SYS_SYSCTL_H 1

#include <sys/types.h>

#endif
