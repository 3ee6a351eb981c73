/* sprintf and its kin with a format that asks for characters, strings and integers only, in any width; all others are the
   executor's. Where the front end knows that there are no widths, it calls what is in format.c, which is much smaller. */
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct text {
    char *bytes;
    size_t size;   /* bytes there are */
    size_t length; /* of the whole text, whether there is room for it or not */
};

/* What stands between the percent sign and the letter. */
struct conversion {
    _Bool left, zero, plus, space, alternative;
    int width;
    int precision; /* -1: there is none */
    int size;      /* -2: char, -1: short, 0: int, 1: long, 2: long long */
};

static void put(struct text *text, char byte)
{
    if (text->length + 1 < text->size)
        text->bytes[text->length] = byte;
    text->length++;
}

static void pad(struct text *text, char byte, int count)
{
    for (; count > 0; count--)
        put(text, byte);
}

/* As many bytes as there are, or as the precision allows: there need not be an end then. */
static void put_string(struct text *text, const char *string, const struct conversion *how)
{
    int length = 0;

    if (how->width == 0 && how->precision < 0) {
        for (; *string != '\0'; string++)
            put(text, *string);
        return;
    }
    while ((how->precision < 0 || length < how->precision) && string[length] != '\0')
        length++;
    if (!how->left)
        pad(text, ' ', how->width - length);
    for (int i = 0; i < length; i++)
        put(text, string[i]);
    if (how->left)
        pad(text, ' ', how->width - length);
}

/* The last digit first; how many there are. Most numbers have 32 bits: dividing those is much easier to reason about. */
static int digits_of(char *digits, unsigned value, unsigned base, const char *alphabet)
{
    int count = 0;

    do {
        digits[count++] = alphabet[value % base];
        value /= base;
    } while (value != 0);
    return count;
}

static int digits_of_wide(char *digits, unsigned long long value, unsigned base, const char *alphabet)
{
    int count = 0;

    do {
        digits[count++] = alphabet[value % base];
        value /= base;
    } while (value != 0);
    return count;
}

/* A number: its sign or prefix, zeros, digits. A precision says how many digits there are at least. */
static void put_number(struct text *text, unsigned long long value, _Bool narrow, _Bool negative, char letter,
                       const struct conversion *how)
{
    char digits[22];
    _Bool is_signed = letter == 'd' || letter == 'i';
    _Bool hexadecimal = letter == 'x' || letter == 'X';
    unsigned base = hexadecimal ? 16 : letter == 'o' ? 8 : 10;
    const char *alphabet = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char sign = negative ? '-' : !is_signed ? '\0' : how->plus ? '+' : how->space ? ' ' : '\0';
    int count = 0, zeros = 0, width;
    _Bool prefixed = how->alternative && hexadecimal && value != 0;

    if (how->precision != 0 || value != 0)
        count = narrow ? digits_of(digits, (unsigned)value, base, alphabet)
                       : digits_of_wide(digits, value, base, alphabet);
    width = how->width - (sign != '\0') - 2 * prefixed;
    if (how->precision >= 0)
        zeros = how->precision - count;
    else if (how->zero && !how->left)
        zeros = width - count;
    if (how->alternative && letter == 'o' && zeros <= 0 && (count == 0 || value != 0))
        zeros = 1;
    if (zeros < 0)
        zeros = 0;
    if (!how->left)
        pad(text, ' ', width - zeros - count);
    if (sign != '\0')
        put(text, sign);
    if (prefixed) {
        put(text, '0');
        put(text, letter);
    }
    pad(text, '0', zeros);
    for (int i = count; i > 0; i--)
        put(text, digits[i - 1]);
    if (how->left)
        pad(text, ' ', width - zeros - count);
}

static void put_signed(struct text *text, long long value, char letter, const struct conversion *how)
{
    unsigned long long bits = (unsigned long long)value;

    put_number(text, value < 0 ? 0ull - bits : bits, 0, value < 0, letter, how);
}

static void put_int(struct text *text, int value, char letter, const struct conversion *how)
{
    put_number(text, value < 0 ? 0u - (unsigned)value : (unsigned)value, 1, value < 0, letter, how);
}

static const char *number_at(const char *format, int *number)
{
    for (*number = 0; *format >= '0' && *format <= '9'; format++)
        *number = *number * 10 + (*format - '0');
    return format;
}

static const char *flags_at(const char *format, struct conversion *how)
{
    for (;; format++) {
        switch (*format) {
        case '-':
            how->left = 1;
            break;
        case '0':
            how->zero = 1;
            break;
        case '+':
            how->plus = 1;
            break;
        case ' ':
            how->space = 1;
            break;
        case '#':
            how->alternative = 1;
            break;
        default:
            return format;
        }
    }
}

static const char *size_at(const char *format, int *size)
{
    for (*size = 0;; format++) {
        switch (*format) {
        case 'h':
            --*size;
            break;
        case 'l':
            ++*size;
            break;
        case 'z':
        case 't':
            *size = sizeof(size_t) == sizeof(long) ? 1 : 0;
            break;
        case 'j':
            *size = 2;
            break;
        default:
            return format;
        }
    }
}

/* Can the models print all that the format asks for? */
static _Bool is_plain(const char *format)
{
    for (; *format != '\0'; format++) {
        struct conversion how = {0};
        int number;

        if (*format != '%')
            continue;
        format = flags_at(format + 1, &how);
        format = *format == '*' ? format + 1 : number_at(format, &number);
        if (*format == '.')
            format = format[1] == '*' ? format + 2 : number_at(format + 1, &number);
        format = size_at(format, &number);
        switch (*format) {
        case 'c':
        case 's':
            if (number != 0)
                return 0; /* wide characters */
            break;
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o':
        case 'n':
        case '%':
            break;
        default:
            return 0;
        }
    }
    return 1;
}

/* `%n`: how much has been put so far. */
static void tell_length(void *place, long long length, int size)
{
    if (size == 0)
        *(int *)place = (int)length;
    else if (size == -1)
        *(short *)place = (short)length;
    else if (size < 0)
        *(signed char *)place = (signed char)length;
    else if (size == 1)
        *(long *)place = (long)length;
    else
        *(long long *)place = length;
}

static int format_text(struct text *text, const char *format, va_list arguments)
{
    for (; *format != '\0'; format++) {
        struct conversion how = {0};

        if (*format != '%') {
            put(text, *format);
            continue;
        }
        format = flags_at(format + 1, &how);
        how.precision = -1;
        if (*format == '*') {
            how.width = va_arg(arguments, int);
            format++;
            if (how.width < 0) {
                how.left = 1;
                how.width = -how.width;
            }
        } else {
            format = number_at(format, &how.width);
        }
        if (*format == '.') {
            if (format[1] == '*') {
                how.precision = va_arg(arguments, int);
                format += 2;
            } else {
                format = number_at(format + 1, &how.precision);
            }
        }
        format = size_at(format, &how.size);
        switch (*format) {
        case 'c':
            if (!how.left)
                pad(text, ' ', how.width - 1);
            put(text, (char)va_arg(arguments, int));
            if (how.left)
                pad(text, ' ', how.width - 1);
            break;
        case 's':
            put_string(text, va_arg(arguments, const char *), &how);
            break;
        case 'd':
        case 'i':
            if (how.size > 0) {
                put_signed(text, how.size == 1 ? va_arg(arguments, long) : va_arg(arguments, long long), *format, &how);
            } else {
                int value = va_arg(arguments, int);

                put_int(text, how.size == 0 ? value : how.size == -1 ? (short)value : (signed char)value, *format, &how);
            }
            break;
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            if (how.size > 0) {
                put_number(text,
                           how.size == 1 ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned long long), 0, 0,
                           *format, &how);
            } else {
                unsigned value = va_arg(arguments, unsigned);

                value = how.size == 0 ? value : how.size == -1 ? (unsigned short)value : (unsigned char)value;
                put_number(text, value, 1, 0, *format, &how);
            }
            break;
        case 'n':
            tell_length(va_arg(arguments, void *), (long long)text->length, how.size);
            break;
        default:
            put(text, *format);
        }
    }
    if (text->size > 0)
        text->bytes[text->length < text->size ? text->length : text->size - 1] = '\0';
    return (int)text->length;
}

int __smtcb_vsprintf_with_widths(char *target, const char *format, va_list arguments)
{
    struct text text = {target, (size_t)-1, 0};

    return is_plain(format) ? format_text(&text, format, arguments) : vsprintf(target, format, arguments);
}

int __smtcb_vsnprintf_with_widths(char *target, size_t size, const char *format, va_list arguments)
{
    struct text text = {target, size, 0};

    return is_plain(format) ? format_text(&text, format, arguments) : vsnprintf(target, size, format, arguments);
}

int __smtcb_sprintf_with_widths(char *target, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __smtcb_vsprintf_with_widths(target, format, arguments);
    va_end(arguments);
    return length;
}

int __smtcb_snprintf_with_widths(char *target, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __smtcb_vsnprintf_with_widths(target, size, format, arguments);
    va_end(arguments);
    return length;
}
