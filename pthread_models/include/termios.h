#ifndef _TERMIOS_H
#define _TERMIOS_H 1

#include <features.h>

typedef unsigned char cc_t;
typedef unsigned int speed_t;
typedef unsigned int tcflag_t;

struct termios {
    tcflag_t c_iflag;
    tcflag_t c_oflag;
    tcflag_t c_cflag;
    tcflag_t c_lflag;
    cc_t c_line;
    cc_t c_cc[32];
    speed_t c_ispeed;
    speed_t c_ospeed;
};

#define ICANON 2
#define ECHO 8
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define VTIME 5
#define VMIN 6

int tcgetattr(int descriptor, struct termios *attributes);
int tcflush(int descriptor, int queue);
int tcsetattr(int descriptor, int action, const struct termios *attributes);

#endif
