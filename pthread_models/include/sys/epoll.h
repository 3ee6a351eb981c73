#ifndef _SYS_EPOLL_H
#define _SYS_EPOLL_H 1

#include <features.h>
#include <bits/sigset.h>
#include <stdint.h>

typedef union epoll_data {
    void *ptr;
    int fd;
    uint32_t u32;
    uint64_t u64;
} epoll_data_t;

struct epoll_event {
    uint32_t events;
    epoll_data_t data;
} __attribute__((packed));

#define EPOLLIN 1
#define EPOLLPRI 2
#define EPOLLOUT 4
#define EPOLLERR 8
#define EPOLLHUP 16
#define EPOLLRDHUP 0x2000
#define EPOLLONESHOT (1U << 30)
#define EPOLLET (1U << 31)
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLLRDNORM 64
#define EPOLLRDBAND 128
#define EPOLLWRNORM 256
#define EPOLLWRBAND 512
#define EPOLLMSG 1024
#define EPOLLWAKEUP 536870912
#define EPOLLEXCLUSIVE 268435456
#define EPOLL_CLOEXEC 524288

int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int descriptor, int operation, int target, struct epoll_event *event);
int epoll_pwait(int descriptor, struct epoll_event *events, int count, int timeout, const sigset_t *mask);
int epoll_wait(int descriptor, struct epoll_event *events, int count, int timeout);

#endif
