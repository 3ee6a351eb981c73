/* Wide characters, in the locale "C". */
#include <ctype.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;

    while (text[length] != 0)
        length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *target, const wchar_t *source, size_t count)
{
    size_t i;

    if (target != source)
        __smtcb_apart(target, source, count * sizeof *target);
    for (i = 0; i < count; i++)
        target[i] = source[i];
    return target;
}

wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        target[i] = value;
    return target;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

wchar_t *wcscpy(wchar_t *target, const wchar_t *source)
{
    size_t i = 0;

    do {
        __smtcb_apart(target, source, (i + 1) * sizeof *target);
        target[i] = source[i];
    } while (source[i++] != 0);
    return target;
}

wchar_t *wcsncpy(wchar_t *target, const wchar_t *source, size_t size)
{
    size_t i = 0;

    for (; i < size && source[i] != 0; i++)
        target[i] = source[i];
    for (; i < size; i++)
        target[i] = 0;
    return target;
}

wchar_t *wcscat(wchar_t *target, const wchar_t *source)
{
    wcscpy(target + wcslen(target), source);
    return target;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    size_t i;

    for (i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, (size_t)-1);
}

wchar_t *wcschr(const wchar_t *text, wchar_t character)
{
    for (; *text != character; text++)
        if (*text == 0)
            return NULL;
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t character)
{
    const wchar_t *found = NULL;

    do
        if (*text == character)
            found = text;
    while (*text++ != 0);
    return (wchar_t *)found;
}

wint_t btowc(int character)
{
    return character >= 0 && character < 128 ? (wint_t)character : WEOF;
}

int wctob(wint_t character)
{
    return character < 128 ? (int)character : -1;
}

#define CLASS(name, narrow)                                                                                             \
    int name(wint_t character) { return character < 128 && narrow((int)character) != 0; }

CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswdigit, isdigit)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswxdigit, isxdigit)

wint_t towlower(wint_t character)
{
    return character < 128 ? (wint_t)tolower((int)character) : character;
}

wint_t towupper(wint_t character)
{
    return character < 128 ? (wint_t)toupper((int)character) : character;
}

/* In the locale "C" a character is a byte, and those above 127 are none. */
int mbtowc(wchar_t *wide, const char *text, size_t size)
{
    if (text == NULL)
        return 0;
    if (size == 0 || *text < 0)
        return -1;
    if (wide != NULL)
        *wide = *text;
    return *text != '\0';
}

int mblen(const char *text, size_t size)
{
    return mbtowc(NULL, text, size);
}

int wctomb(char *text, wchar_t wide)
{
    if (text == NULL)
        return 0;
    if (wide < 0 || wide > 127)
        return -1;
    *text = (char)wide;
    return 1;
}

size_t mbstowcs(wchar_t *target, const char *source, size_t size)
{
    size_t i;

    for (i = 0; target == NULL || i < size; i++) {
        if (source[i] < 0)
            return (size_t)-1;
        if (target != NULL)
            target[i] = source[i];
        if (source[i] == '\0')
            return i;
    }
    return i;
}

size_t wcstombs(char *target, const wchar_t *source, size_t size)
{
    size_t i;

    for (i = 0; target == NULL || i < size; i++) {
        if (source[i] < 0 || source[i] > 127)
            return (size_t)-1;
        if (target != NULL)
            target[i] = (char)source[i];
        if (source[i] == 0)
            return i;
    }
    return i;
}
