#ifndef _PTY_H
#define _PTY_H 1

#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

int openpty(int *master, int *slave, char *name, const struct termios *settings, const struct winsize *size);
pid_t forkpty(int *master, char *name, const struct termios *settings, const struct winsize *size);

#endif
