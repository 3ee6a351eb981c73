#ifndef _STRING_H
#define _STRING_H 1

#include <bits/types.h>
#include <strings.h>

void *memcpy(void *target, const void *source, size_t size);
void *mempcpy(void *target, const void *source, size_t size);
void *memmove(void *target, const void *source, size_t size);
void *memccpy(void *target, const void *source, int stop, size_t size);
void *memset(void *target, int value, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *object, int value, size_t size);
void *memrchr(const void *object, int value, size_t size);
void *rawmemchr(const void *object, int value);
void *memmem(const void *object, size_t size, const void *part, size_t part_size);
void explicit_bzero(void *target, size_t size);
void *memset_explicit(void *target, int value, size_t size);

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
char *strcpy(char *target, const char *source);
char *strncpy(char *target, const char *source, size_t size);
char *stpcpy(char *target, const char *source);
char *stpncpy(char *target, const char *source, size_t size);
char *strcat(char *target, const char *source);
char *strncat(char *target, const char *source, size_t limit);
size_t strlcpy(char *target, const char *source, size_t size);
size_t strlcat(char *target, const char *source, size_t size);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t limit);
int strcoll(const char *left, const char *right);
size_t strxfrm(char *target, const char *source, size_t size);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strchrnul(const char *text, int character);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
char *strpbrk(const char *text, const char *accepted);
char *strstr(const char *text, const char *part);
char *strcasestr(const char *text, const char *part);
char *strtok(char *text, const char *delimiters);
char *strtok_r(char *text, const char *delimiters, char **state);
char *strsep(char **text, const char *delimiters);
char *strdup(const char *text);
char *strndup(const char *text, size_t limit);
char *strerror(int error);
#ifdef _GNU_SOURCE
char *__smtcb_gnu_strerror_r(int error, char *buffer, size_t size);
#define strerror_r __smtcb_gnu_strerror_r
#else
int strerror_r(int error, char *buffer, size_t size);
#endif
char *strsignal(int signal);
const char *sigabbrev_np(int signal);
const char *sigdescr_np(int signal);
char *basename(const char *path);

#define strdupa(text) __builtin_strcpy(__builtin_alloca(strlen(text) + 1), (text))
#define strndupa(text, limit)                                                 \
    ({                                                                        \
        const char *__text = (text);                                          \
        size_t __length = strnlen(__text, (limit));                           \
        char *__copy = __builtin_alloca(__length + 1);                        \
        __copy[__length] = '\0';                                              \
        (char *)__builtin_memcpy(__copy, __text, __length);                   \
    })

#endif
