#ifndef _SYS_VFS_H
#define _SYS_VFS_H 1

#include <bits/types.h>

#endif
