#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H 1

#include <features.h>
#include <stdint.h>

#define EFD_SEMAPHORE 1
#define EFD_NONBLOCK 2048
#define EFD_CLOEXEC 524288

typedef uint64_t eventfd_t;

int eventfd(unsigned int value, int flags);
int eventfd_read(int descriptor, eventfd_t *value);
int eventfd_write(int descriptor, eventfd_t value);

#endif
