#ifndef _GLOB_H
#define _GLOB_H 1

#include <bits/types.h>

typedef struct {
    size_t gl_pathc;
    char **gl_pathv;
    size_t gl_offs;
    int gl_flags;
    void *__functions[5];
} glob_t;

#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_APPEND 32
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3

int glob(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *result);
void globfree(glob_t *result);

#endif
