#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H 1

#include <sys/types.h>

struct statvfs {
    unsigned long f_bsize;
    unsigned long f_frsize;
    fsblkcnt_t f_blocks;
    fsblkcnt_t f_bfree;
    fsblkcnt_t f_bavail;
    fsfilcnt_t f_files;
    fsfilcnt_t f_ffree;
    fsfilcnt_t f_favail;
    unsigned long f_fsid;
#if __SIZEOF_POINTER__ == 4
    int __padding;
#endif
    unsigned long f_flag;
    unsigned long f_namemax;
    unsigned int f_type;
    int __reserved[5];
};

int statvfs(const char *path, struct statvfs *result);
int fstatvfs(int descriptor, struct statvfs *result);

#endif
