#ifndef _NET_IF_H
#define _NET_IF_H 1

#include <sys/socket.h>

#define IFNAMSIZ 16

unsigned int if_nametoindex(const char *name);
char *if_indextoname(unsigned int index, char *name);

#endif
