#ifndef _FCNTL_H
#define _FCNTL_H 1

#include <bits/types.h>
#include <sys/stat.h>

#define O_ACCMODE 3
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_EXCL 128
#define O_NOCTTY 256
#define O_TRUNC 512
#define O_APPEND 1024
#define O_NONBLOCK 2048
#define O_NDELAY O_NONBLOCK
#define O_DSYNC 4096
#define O_SYNC 1052672
#define O_DIRECT 16384
#define O_DIRECTORY 65536
#define O_NOFOLLOW 131072
#define O_CLOEXEC 524288
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#define FD_CLOEXEC 1
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 256
#define AT_REMOVEDIR 512
#define AT_SYMLINK_FOLLOW 1024
#define AT_EACCESS 512
#define O_ASYNC 8192
#define O_RSYNC 1052672
#define O_FSYNC 1052672
#define FAPPEND 1024
#define FFSYNC 1052672
#define FASYNC 8192
#define FNONBLOCK 2048
#define FNDELAY 2048
#define F_DUPFD_CLOEXEC 1030
#define F_SETOWN 8
#define F_GETOWN 9
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5

struct flock {
    short l_type;
    short l_whence;
    off_t l_start;
    off_t l_len;
    pid_t l_pid;
};

int open(const char *path, int flags, ...);
int openat(int directory, const char *path, int flags, ...);
int creat(const char *path, mode_t mode);
int fcntl(int descriptor, int command, ...);
int posix_fadvise(int descriptor, off_t offset, off_t size, int advice);
int posix_fallocate(int descriptor, off_t offset, off_t size);

#endif
