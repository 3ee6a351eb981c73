#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H 1

#include <bits/types.h>
#include <sys/uio.h>

typedef unsigned short sa_family_t;

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_NONBLOCK 2048
#define SOCK_CLOEXEC 524288
#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL AF_UNIX
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC AF_UNSPEC
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_UNIX
#define PF_INET AF_INET
#define PF_INET6 AF_INET6
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTWAIT 64
#define MSG_WAITALL 256
#define MSG_NOSIGNAL 16384
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOCK_RDM 4
#define SOCK_SEQPACKET 5
#define AF_NETLINK 16
#define AF_PACKET 17
#define AF_BLUETOOTH 31
#define AF_VSOCK 40
#define SO_TYPE 3
#define SO_DONTROUTE 5
#define SO_OOBINLINE 10
#define SO_PRIORITY 12
#define SO_PASSCRED 16
#define SO_PEERCRED 17
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_BINDTODEVICE 25
#define SO_TIMESTAMP 29
#define SO_ACCEPTCONN 30
#define SO_MARK 36
#define SO_PROTOCOL 38
#define SO_DOMAIN 39
#define MSG_DONTROUTE 4
#define MSG_CTRUNC 8
#define MSG_TRUNC 32
#define MSG_EOR 128
#define MSG_CONFIRM 2048
#define MSG_ERRQUEUE 8192
#define MSG_MORE 32768
#define MSG_CMSG_CLOEXEC 1073741824
#define SCM_RIGHTS 1

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

struct sockaddr_storage {
    sa_family_t ss_family;
    char __padding[128 - sizeof(sa_family_t) - sizeof(unsigned long)];
    unsigned long __align;
};

struct linger {
    int l_onoff;
    int l_linger;
};

struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};

struct cmsghdr {
    size_t cmsg_len;
    int cmsg_level;
    int cmsg_type;
    unsigned char __cmsg_data[];
};

#define CMSG_DATA(header) ((header)->__cmsg_data)
#define CMSG_ALIGN(size) (((size) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(size) (CMSG_ALIGN(size) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(size) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (size))
#define CMSG_FIRSTHDR(message)                                                \
    ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(message)->msg_control : (void *)0)
#define CMSG_NXTHDR(message, header) __cmsg_nxthdr((message), (header))

struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header);
int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int descriptors[2]);
int bind(int descriptor, const struct sockaddr *address, socklen_t size);
int listen(int descriptor, int backlog);
int accept(int descriptor, struct sockaddr *address, socklen_t *size);
int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags);
int connect(int descriptor, const struct sockaddr *address, socklen_t size);
int shutdown(int descriptor, int how);
int getsockname(int descriptor, struct sockaddr *address, socklen_t *size);
int getpeername(int descriptor, struct sockaddr *address, socklen_t *size);
int getsockopt(int descriptor, int level, int option, void *value, socklen_t *size);
int setsockopt(int descriptor, int level, int option, const void *value, socklen_t size);
ssize_t send(int descriptor, const void *source, size_t size, int flags);
ssize_t sendto(int descriptor, const void *source, size_t size, int flags, const struct sockaddr *address,
               socklen_t address_size);
ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags);
ssize_t recv(int descriptor, void *target, size_t size, int flags);
ssize_t recvfrom(int descriptor, void *target, size_t size, int flags, struct sockaddr *address,
                 socklen_t *address_size);
ssize_t recvmsg(int descriptor, struct msghdr *message, int flags);

#endif
