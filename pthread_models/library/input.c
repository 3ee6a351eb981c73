/* scanf and its relatives. From a stream comes any input at all, and it may end before any conversion; a string is read
   as it is. */
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_NUMBER = 63 };

/* What follows a '%' in a format. */
struct conversion {
    _Bool suppressed; /* '*': read, but not stored */
    int width;        /* 0: none given */
    char length;      /* 'H' for hh, 'h', 'l', 'L' for ll and the like, 'z' for the size of a pointer, or 0 */
    char kind;
    const char *set; /* of "%[...]": what follows the bracket */
    const char *after;
};

static _Bool is_space(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

/* The end of a set of characters, behind its bracket. One that comes first is a member. */
static const char *end_of_set(const char *set)
{
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    while (*set != ']' && *set != '\0')
        set++;
    return *set == ']' ? set + 1 : set;
}

static _Bool is_in_set(const char *set, char character)
{
    _Bool negated = *set == '^', found = 0, first = 1;

    for (set += negated; first || *set != ']'; set++, first = 0) {
        if (*set == '\0')
            break;
        if (set[1] == '-' && set[2] != ']' && set[2] != '\0') {
            found = found || (set[0] <= character && character <= set[2]);
            set += 2;
        } else {
            found = found || *set == character;
        }
    }
    return found != negated;
}

static struct conversion read_conversion(const char *format)
{
    struct conversion conversion = {0, 0, 0, 0, NULL, NULL};

    if (*format == '*') {
        conversion.suppressed = 1;
        format++;
    }
    for (; *format >= '0' && *format <= '9'; format++)
        conversion.width = conversion.width * 10 + (*format - '0');
    switch (*format) {
    case 'h':
    case 'l':
        conversion.length = *format++;
        if (*format == conversion.length) {
            conversion.length = conversion.length == 'h' ? 'H' : 'L';
            format++;
        }
        break;
    case 'j':
    case 'q':
    case 'L':
        conversion.length = 'L';
        format++;
        break;
    case 'z':
    case 't':
        conversion.length = 'z';
        format++;
        break;
    }
    conversion.kind = *format;
    conversion.after = format + 1;
    if (conversion.kind == '[') {
        conversion.set = format + 1;
        conversion.after = end_of_set(conversion.set);
    }
    return conversion;
}

static void store_integer(const struct conversion *conversion, long long value, void *target)
{
    switch (conversion->length) {
    case 'H':
        *(signed char *)target = (signed char)value;
        break;
    case 'h':
        *(short *)target = (short)value;
        break;
    case 'l':
        *(long *)target = (long)value;
        break;
    case 'z':
        *(intptr_t *)target = (intptr_t)value;
        break;
    case 'L':
        *(long long *)target = value;
        break;
    default:
        *(int *)target = (int)value;
    }
}

static void store_float(const struct conversion *conversion, double value, void *target)
{
    switch (conversion->length) {
    case 'l':
        *(double *)target = value;
        break;
    case 'L':
        *(long double *)target = value;
        break;
    default:
        *(float *)target = (float)value;
    }
}

/* 10 for "%d", and so on; -1 of what converts to no integer. */
static int base_of(char kind)
{
    switch (kind) {
    case 'd':
    case 'u':
        return 10;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    case 'o':
        return 8;
    case 'i':
        return 0;
    default:
        return -1;
    }
}

static _Bool is_float(char kind)
{
    return kind == 'f' || kind == 'e' || kind == 'g' || kind == 'F' || kind == 'E' || kind == 'G' || kind == 'a';
}

static _Bool is_text(char kind)
{
    return kind == 's' || kind == 'c' || kind == '[';
}

static _Bool is_known(char kind)
{
    return base_of(kind) >= 0 || is_float(kind) || is_text(kind) || kind == 'n' || kind == '%';
}

static void *target_of(struct conversion *conversion, va_list arguments)
{
    if (conversion->suppressed)
        return NULL;
    if (conversion->kind == 'p') {
        if (__smtcb_is_part("pthread_create")) /* what is known by its text only would not count as shared */
            __smtcb_unsupported("an address that is read from text, where there are threads");
        conversion->length = 'z';
    }
    return va_arg(arguments, void *);
}

/* Numbers are read from a copy that ends where the width says. Gives the length, 0 where there is no number. */
static size_t scan_number(const struct conversion *conversion, const char *text, void *target)
{
    char number[LONGEST_NUMBER + 1];
    int most = conversion->width == 0 || conversion->width > LONGEST_NUMBER ? LONGEST_NUMBER : conversion->width;
    int base = base_of(conversion->kind);
    char *end;
    int length;

    for (length = 0; length < most && text[length] != '\0' && !is_space(text[length]); length++)
        number[length] = text[length];
    number[length] = '\0';
    if (is_float(conversion->kind)) {
        double value = strtod(number, &end);

        if (end != number && target != NULL)
            store_float(conversion, value, target);
    } else {
        long long value = conversion->kind == 'd' || conversion->kind == 'i' ? strtoll(number, &end, base)
                                                                             : (long long)strtoull(number, &end, base);

        if (end != number && target != NULL)
            store_integer(conversion, value, target);
    }
    return (size_t)(end - number);
}

/* "%s", "%c" and "%[...]". */
static size_t scan_text(const struct conversion *conversion, const char *text, char *target)
{
    size_t width = conversion->width != 0 ? (size_t)conversion->width : conversion->kind == 'c' ? 1 : SIZE_MAX;
    size_t length;

    for (length = 0; length < width && text[length] != '\0'; length++) {
        if (conversion->kind == 's' && is_space(text[length]))
            break;
        if (conversion->kind == '[' && !is_in_set(conversion->set, text[length]))
            break;
        if (target != NULL)
            target[length] = text[length];
    }
    if (conversion->kind == 'c')
        return length == width ? length : 0;
    if (length > 0 && target != NULL)
        target[length] = '\0';
    return length;
}

int vsscanf(const char *text, const char *format, va_list arguments)
{
    const char *start = text;
    int stored = 0;

    while (*format != '\0') {
        if (is_space(*format)) {
            while (is_space(*text))
                text++;
            format++;
        } else if (*format != '%') {
            if (*text != *format)
                return *text == '\0' && stored == 0 ? EOF : stored;
            text++;
            format++;
        } else {
            struct conversion conversion = read_conversion(format + 1);
            size_t length;

            format = conversion.after;
            if (!is_known(conversion.kind))
                __smtcb_unsupported("a conversion of scanf");
            if (conversion.kind == 'n') {
                store_integer(&conversion, text - start, va_arg(arguments, void *));
                continue;
            }
            if (conversion.kind != 'c' && conversion.kind != '[')
                while (is_space(*text))
                    text++;
            if (*text == '\0')
                return stored == 0 ? EOF : stored;
            if (conversion.kind == '%') {
                length = *text == '%';
            } else {
                void *target = target_of(&conversion, arguments);

                length = is_text(conversion.kind) ? scan_text(&conversion, text, target)
                                                  : scan_number(&conversion, text, target);
                stored += length > 0 && target != NULL;
            }
            if (length == 0)
                return stored;
            text += length;
        }
    }
    return stored;
}

/* A word, or characters, of any length that the width allows. */
static void store_any_text(const struct conversion *conversion, char *target)
{
    int width = conversion->width == 0 && conversion->kind == 'c' ? 1 : conversion->width;
    int length = 0;

    do {
        char character = __VERIFIER_nondet_char();

        if (conversion->kind == 's')
            __smtcb_assume(character != '\0' && !is_space(character));
        if (conversion->kind == '[')
            __smtcb_assume(character != '\0' && is_in_set(conversion->set, character));
        target[length++] = character;
    } while (length != width && (conversion->kind == 'c' || __VERIFIER_nondet_bool()));
    if (conversion->kind != 'c')
        target[length] = '\0';
}

int vscanf(const char *format, va_list arguments)
{
    int stored = 0;

    if (__smtcb_is_part("pthread_cancel"))
        __smtcb_may_be_cancelled();
    while (*format != '\0') {
        struct conversion conversion;
        void *target;

        if (*format++ != '%')
            continue;
        conversion = read_conversion(format);
        format = conversion.after;
        if (!is_known(conversion.kind))
            __smtcb_unsupported("a conversion of scanf");
        if (conversion.kind == '%')
            continue;
        if (__VERIFIER_nondet_bool())
            return stored > 0 || __VERIFIER_nondet_bool() ? stored : EOF;
        target = target_of(&conversion, arguments);
        if (target == NULL)
            continue;
        if (is_float(conversion.kind))
            store_float(&conversion, __VERIFIER_nondet_double(), target);
        else if (is_text(conversion.kind))
            store_any_text(&conversion, target);
        else if (conversion.length == 'L' || conversion.length == 'l' || conversion.length == 'z')
            store_integer(&conversion, __VERIFIER_nondet_longlong(), target);
        else
            store_integer(&conversion, __VERIFIER_nondet_int(), target);
        stored += conversion.kind != 'n';
    }
    return stored;
}

int vfscanf(FILE *stream, const char *format, va_list arguments)
{
    int descriptor = stream->__descriptor; /* one that was closed is gone */

    (void)descriptor;
    if (__smtcb_is_part("tmpfile")) {
        if (stream->__file != NULL)
            __smtcb_unsupported("fscanf from a temporary file");
    }
    return vscanf(format, arguments);
}

int scanf(const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vscanf(format, arguments);
    va_end(arguments);
    return stored;
}

int fscanf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}

/* The names that glibc's header gives them. */
int __isoc99_scanf(const char *format, ...);
int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc99_sscanf(const char *text, const char *format, ...);

int __isoc99_scanf(const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vscanf(format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_fscanf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}
