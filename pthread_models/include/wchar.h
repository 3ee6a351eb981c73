#ifndef _WCHAR_H
#define _WCHAR_H 1

#include <bits/types.h>
#include <bits/wchar_type.h>
#include <bits/wint_type.h>

typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;

struct tm;

#define WEOF 0xffffffffu
#ifndef WCHAR_MAX
#define WCHAR_MAX 2147483647
#define WCHAR_MIN (-WCHAR_MAX - 1)
#endif

size_t wcslen(const wchar_t *text);
wchar_t *wcscpy(wchar_t *target, const wchar_t *source);
wchar_t *wcsncpy(wchar_t *target, const wchar_t *source, size_t size);
wchar_t *wcscat(wchar_t *target, const wchar_t *source);
int wcscmp(const wchar_t *left, const wchar_t *right);
int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit);
wchar_t *wcschr(const wchar_t *text, wchar_t character);
wchar_t *wcsrchr(const wchar_t *text, wchar_t character);
wchar_t *wmemcpy(wchar_t *target, const wchar_t *source, size_t count);
wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count);
int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count);
size_t mbrtowc(wchar_t *wide, const char *text, size_t size, mbstate_t *state);
size_t wcrtomb(char *text, wchar_t wide, mbstate_t *state);
wint_t btowc(int character);
int wctob(wint_t character);
int wprintf(const wchar_t *format, ...);
long wcstol(const wchar_t *text, wchar_t **end, int base);
double wcstod(const wchar_t *text, wchar_t **end);

#endif
