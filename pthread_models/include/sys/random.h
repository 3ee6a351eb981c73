#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H 1

#include <bits/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2

ssize_t getrandom(void *target, size_t size, unsigned int flags);
int getentropy(void *target, size_t size);

#endif
