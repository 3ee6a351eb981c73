#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H 1

#if __SIZEOF_POINTER__ == 8
#define SYS_read 0
#define SYS_write 1
#define SYS_getpid 39
#define SYS_exit 60
#define SYS_gettid 186
#define __SMTCB_FUTEX 202
#define SYS_tgkill 234
#else
#define SYS_exit 1
#define SYS_read 3
#define SYS_write 4
#define SYS_getpid 20
#define SYS_gettid 224
#define __SMTCB_FUTEX 240
#define SYS_tgkill 270
#endif
/* A program that mentions it has futexes. What the number means to others is not known. */
int __smtcb_has_futexes(void);
#define SYS_futex ((long)(__SMTCB_FUTEX + 0 * sizeof(__smtcb_has_futexes())))
#define __NR_read SYS_read
#define __NR_write SYS_write
#define __NR_getpid SYS_getpid
#define __NR_exit SYS_exit
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_tgkill SYS_tgkill

#endif
