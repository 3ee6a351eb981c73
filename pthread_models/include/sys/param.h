#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H 1

#include <endian.h>
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

#define MAXPATHLEN PATH_MAX
#define MAXHOSTNAMELEN 64
#define MIN(left, right) (((left) < (right)) ? (left) : (right))
#define MAX(left, right) (((left) > (right)) ? (left) : (right))
#define howmany(value, unit) (((value) + ((unit) - 1)) / (unit))
#define roundup(value, unit) ((((value) + ((unit) - 1)) / (unit)) * (unit))

#endif
