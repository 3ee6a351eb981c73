#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H 1

#include <stdint.h>

typedef uint64_t eventfd_t;

int eventfd(unsigned int value, int flags);

#endif
