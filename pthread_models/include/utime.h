#ifndef _UTIME_H
#define _UTIME_H 1

#include <bits/types.h>

struct utimbuf {
    time_t actime;
    time_t modtime;
};

int utime(const char *path, const struct utimbuf *times);

#endif
