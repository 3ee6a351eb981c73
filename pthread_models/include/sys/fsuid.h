#ifndef _SYS_FSUID_H
#define _SYS_FSUID_H 1

#include <sys/types.h>

int setfsuid(uid_t user);
int setfsgid(gid_t group);

#endif
