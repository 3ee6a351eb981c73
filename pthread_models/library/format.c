/* sprintf and snprintf with a format that is known and asks for characters, strings and plain integers only. The front
   end calls these for such formats; for others there is format_with_widths.c. */
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>

struct text {
    char *bytes;
    size_t size;   /* bytes there are */
    size_t length; /* of the whole text, whether there is room for it or not */
};

static void put(struct text *text, char byte)
{
    if (text->length + 1 < text->size)
        text->bytes[text->length] = byte;
    text->length++;
}

static void put_string(struct text *text, const char *string)
{
    for (; *string != '\0'; string++)
        put(text, *string);
}

/* Most numbers have 32 bits: dividing those is much easier to reason about. */
static void put_unsigned(struct text *text, unsigned value, unsigned base)
{
    char digits[10];
    int count = 0;

    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    while (count > 0)
        put(text, digits[--count]);
}

static void put_wide(struct text *text, unsigned long long value, unsigned base)
{
    char digits[20];
    int count = 0;

    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    while (count > 0)
        put(text, digits[--count]);
}

static void put_int(struct text *text, int value)
{
    if (value < 0)
        put(text, '-');
    put_unsigned(text, value < 0 ? 0u - (unsigned)value : (unsigned)value, 10);
}

static void put_long(struct text *text, long long value)
{
    if (value < 0)
        put(text, '-');
    put_wide(text, value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value, 10);
}

static int format_text(struct text *text, const char *format, va_list arguments)
{
    for (; *format != '\0'; format++) {
        int longs = 0;

        if (*format != '%') {
            put(text, *format);
            continue;
        }
        for (format++; *format == 'l' || *format == 'z'; format++)
            longs += *format == 'z' && sizeof(size_t) == 8 ? 2 : 1;
        switch (*format) {
        case 'c':
            put(text, (char)va_arg(arguments, int));
            break;
        case 's':
            put_string(text, va_arg(arguments, const char *));
            break;
        case 'd':
        case 'i':
            if (longs == 0)
                put_int(text, va_arg(arguments, int));
            else
                put_long(text, longs == 1 ? va_arg(arguments, long) : va_arg(arguments, long long));
            break;
        case 'u':
        case 'x':
            if (longs == 0)
                put_unsigned(text, va_arg(arguments, unsigned), *format == 'x' ? 16 : 10);
            else
                put_wide(text,
                         longs == 1 ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned long long),
                         *format == 'x' ? 16 : 10);
            break;
        default:
            put(text, *format);
        }
    }
    if (text->size > 0)
        text->bytes[text->length < text->size ? text->length : text->size - 1] = '\0';
    return (int)text->length;
}

int __smtcb_sprintf(char *target, const char *format, ...)
{
    struct text text = {target, (size_t)-1, 0};
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = format_text(&text, format, arguments);
    va_end(arguments);
    return length;
}

int __smtcb_snprintf(char *target, size_t size, const char *format, ...)
{
    struct text text = {target, size, 0};
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = format_text(&text, format, arguments);
    va_end(arguments);
    return length;
}
