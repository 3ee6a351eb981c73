#ifndef _SYS_UIO_H
#define _SYS_UIO_H 1

#include <bits/types.h>

struct iovec {
    void *iov_base;
    size_t iov_len;
};

ssize_t readv(int descriptor, const struct iovec *parts, int count);
ssize_t writev(int descriptor, const struct iovec *parts, int count);

#endif
