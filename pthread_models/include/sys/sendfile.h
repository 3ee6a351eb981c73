#ifndef _SYS_SENDFILE_H
#define _SYS_SENDFILE_H 1

#include <bits/types.h>

ssize_t sendfile(int target, int source, off_t *offset, size_t size);

#endif
