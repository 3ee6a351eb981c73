#ifndef _CTYPE_H
#define _CTYPE_H 1

#include <features.h>

int isalnum(int character);
int isalpha(int character);
int isblank(int character);
int iscntrl(int character);
int isdigit(int character);
int isgraph(int character);
int islower(int character);
int isprint(int character);
int ispunct(int character);
int isspace(int character);
int isupper(int character);
int isxdigit(int character);
int isascii(int character);
int tolower(int character);
int toupper(int character);
int toascii(int character);

/* What the macros of glibc's header use in files that were preprocessed against it. */
const unsigned short **__ctype_b_loc(void);

#endif
