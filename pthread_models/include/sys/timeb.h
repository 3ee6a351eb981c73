#ifndef _SYS_TIMEB_H
#define _SYS_TIMEB_H 1

#include <bits/types.h>

struct timeb {
    time_t time;
    unsigned short millitm;
    short timezone;
    short dstflag;
};

int ftime(struct timeb *result);

#endif
