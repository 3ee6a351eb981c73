#ifndef _REGEX_H
#define _REGEX_H 1

#include <bits/types.h>

typedef struct {
    void *__buffer;
    unsigned long __allocated;
    unsigned long __used;
    unsigned long __syntax;
    char *__fastmap;
    unsigned char *__translate;
    size_t re_nsub;
    unsigned int __flags;
} regex_t;

typedef int regoff_t;

typedef struct {
    regoff_t rm_so;
    regoff_t rm_eo;
} regmatch_t;

#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_NOMATCH 1

int regcomp(regex_t *regex, const char *pattern, int flags);
int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t matches[], int flags);
size_t regerror(int error, const regex_t *regex, char *target, size_t size);
void regfree(regex_t *regex);

#endif
