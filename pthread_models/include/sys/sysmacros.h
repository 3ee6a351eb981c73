#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H 1

#include <features.h>

unsigned int gnu_dev_major(unsigned long long device);
unsigned int gnu_dev_minor(unsigned long long device);
unsigned long long gnu_dev_makedev(unsigned int major, unsigned int minor);
#define major(device) gnu_dev_major(device)
#define minor(device) gnu_dev_minor(device)
#define makedev(major, minor) gnu_dev_makedev(major, minor)

#endif
