/* Floating-point numbers as text. */
#include <math.h>
#include <smtcb.h>
#include <stdlib.h>

/* A number of so many digits is exactly a double, and so is this power of ten: one operation on them rounds once. */
enum { MOST_DIGITS = 15, LARGEST_POWER_OF_10 = 22 };

/* What has been read of a decimal number: digits * 10^exponent. */
struct decimal {
    long long digits;
    int digit_count; /* without leading zeros */
    int exponent;
    _Bool any; /* whether there was a digit at all */
};

static _Bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static const char *read_digits(const char *text, struct decimal *number, int exponent_step)
{
    for (; is_digit(*text); text++) {
        number->any = 1;
        number->exponent += exponent_step;
        if (number->digits != 0 || *text != '0')
            number->digit_count++;
        if (number->digit_count <= MOST_DIGITS)
            number->digits = number->digits * 10 + (*text - '0');
    }
    return text;
}

static double power_of_10(int exponent)
{
    double power = 1.0;

    for (; exponent > 0; exponent--)
        power *= 10.0;
    return power;
}

static double value_of(const struct decimal *number)
{
    if (number->digits == 0)
        return 0.0;
    if (number->digit_count > MOST_DIGITS || number->exponent > LARGEST_POWER_OF_10
        || number->exponent < -LARGEST_POWER_OF_10)
        __smtcb_unsupported("reading a floating-point number of more than 15 digits or a large exponent");
    if (number->exponent >= 0)
        return (double)number->digits * power_of_10(number->exponent);
    return (double)number->digits / power_of_10(-number->exponent);
}

/* The part after "e", if there is one. */
static const char *read_exponent(const char *text, struct decimal *number)
{
    const char *position = text;
    char *end;
    long exponent;

    if (*position != 'e' && *position != 'E')
        return text;
    position++;
    if (!is_digit(*position) && !((*position == '-' || *position == '+') && is_digit(position[1])))
        return text;
    exponent = strtol(position, &end, 10);
    if (exponent < -1000)
        exponent = -1000;
    if (exponent > 1000)
        exponent = 1000;
    number->exponent += (int)exponent;
    return end;
}

double strtod(const char *text, char **end)
{
    struct decimal number = {0, 0, 0, 0};
    const char *position = text;
    _Bool negative = 0;
    double value;

    while (*position == ' ' || (*position >= '\t' && *position <= '\r'))
        position++;
    if (*position == '-' || *position == '+') {
        negative = *position == '-';
        position++;
    }
    if (*position == 'i' || *position == 'I' || *position == 'n' || *position == 'N'
        || (*position == '0' && (position[1] == 'x' || position[1] == 'X')))
        __smtcb_unsupported("reading an infinity, a NaN or a hexadecimal floating-point number");
    position = read_digits(position, &number, 0);
    if (*position == '.')
        position = read_digits(position + 1, &number, -1);
    if (number.any)
        position = read_exponent(position, &number);
    if (end != NULL)
        *end = (char *)(number.any ? position : text);
    value = value_of(&number);
    return negative ? -value : value;
}

float strtof(const char *text, char **end)
{
    return (float)strtod(text, end);
}

long double strtold(const char *text, char **end)
{
    return strtod(text, end);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
