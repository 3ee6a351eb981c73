#ifndef _SYS_DIR_H
#define _SYS_DIR_H 1

#include <dirent.h>

#endif
