#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H 1

unsigned int gnu_dev_major(unsigned long long device);
unsigned int gnu_dev_minor(unsigned long long device);
#define major(device) gnu_dev_major(device)
#define minor(device) gnu_dev_minor(device)

#endif
