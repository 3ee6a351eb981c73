#ifndef _SYS_TERMIOS_H
#define _SYS_TERMIOS_H 1

#include <features.h>
#include <termios.h>

#endif
