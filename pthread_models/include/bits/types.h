/* The system's basic types, with glibc's sizes on x86-64 and i386. */
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H 1

#include <features.h>

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

/* What editors put in by themselves: glibc's names for the same. */
typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef short __int16_t;
typedef unsigned short __uint16_t;
typedef int __int32_t;
typedef unsigned int __uint32_t;
#if __SIZEOF_POINTER__ == 8
typedef long __int64_t;
typedef unsigned long __uint64_t;
#else
typedef long long __int64_t;
typedef unsigned long long __uint64_t;
#endif
typedef ssize_t __ssize_t;
typedef mode_t __mode_t;
typedef uid_t __uid_t;
typedef gid_t __gid_t;
typedef pid_t __pid_t;
typedef off_t __off_t;
typedef time_t __time_t;
typedef suseconds_t __suseconds_t;
typedef useconds_t __useconds_t;
typedef clock_t __clock_t;
typedef clockid_t __clockid_t;
typedef key_t __key_t;
typedef socklen_t __socklen_t;
typedef int __sig_atomic_t;

#ifndef NULL
#define NULL ((void *)0)
#endif

#endif
