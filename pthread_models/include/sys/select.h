#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H 1

#include <bits/sigset.h>
#include <bits/timespec.h>

#define FD_SETSIZE 1024

typedef long fd_mask;

typedef struct {
    fd_mask __bits[FD_SETSIZE / (8 * sizeof(fd_mask))];
} fd_set;

#define NFDBITS ((int)(8 * sizeof(fd_mask)))
#define FD_ZERO(set) __builtin_memset((set), 0, sizeof(fd_set))
#define FD_SET(fd, set) ((void)((set)->__bits[(fd) / NFDBITS] |= (fd_mask)(1UL << ((fd) % NFDBITS))))
#define FD_CLR(fd, set) ((void)((set)->__bits[(fd) / NFDBITS] &= ~(fd_mask)(1UL << ((fd) % NFDBITS))))
#define FD_ISSET(fd, set) (((set)->__bits[(fd) / NFDBITS] & (fd_mask)(1UL << ((fd) % NFDBITS))) != 0)

int select(int count, fd_set *readable, fd_set *writable, fd_set *exceptional, struct timeval *timeout);
int pselect(int count, fd_set *readable, fd_set *writable, fd_set *exceptional, const struct timespec *timeout,
            const sigset_t *mask);

#endif
