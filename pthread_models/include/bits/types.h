/* The system's basic types, with glibc's sizes on x86-64 and i386. */
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H 1

#if __SIZEOF_POINTER__ == 8
typedef unsigned long size_t;
typedef long ssize_t;
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned int size_t;
typedef int ssize_t;
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif
typedef unsigned long ino_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef long off_t;
typedef long long off64_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef long time_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef unsigned int id_t;
typedef int key_t;
typedef unsigned int socklen_t;

#ifndef NULL
#define NULL ((void *)0)
#endif

#endif
