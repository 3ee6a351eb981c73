#ifndef _LIBGEN_H
#define _LIBGEN_H 1

#include <features.h>

char *dirname(char *path);
char *__xpg_basename(char *path);
#define basename __xpg_basename

#endif
