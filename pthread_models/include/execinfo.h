#ifndef _EXECINFO_H
#define _EXECINFO_H 1

#include <features.h>

int backtrace(void **frames, int size);
char **backtrace_symbols(void *const *frames, int size);
void backtrace_symbols_fd(void *const *frames, int size, int descriptor);

#endif
