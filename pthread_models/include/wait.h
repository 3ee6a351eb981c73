#ifndef _WAIT_H
#define _WAIT_H 1

#include <sys/wait.h>

#endif
