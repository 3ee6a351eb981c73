/* Messages about errors (err.h, error.h): they go where the executor's printing goes; most of them end the process. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned int error_message_count;

static void report(const char *format, va_list arguments, int number)
{
    fprintf(stderr, "program: ");
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        if (number != 0)
            fprintf(stderr, ": ");
    }
    if (number != 0)
        fprintf(stderr, "%s", strerror(number));
    fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list arguments)
{
    report(format, arguments, errno);
}

void vwarnx(const char *format, va_list arguments)
{
    report(format, arguments, 0);
}

void verr(int status, const char *format, va_list arguments)
{
    report(format, arguments, errno);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    report(format, arguments, 0);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void err(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    verr(status, format, arguments);
    va_end(arguments);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    verrx(status, format, arguments);
    va_end(arguments);
}

/* These two go on where the status is 0. */
void error(int status, int number, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    report(format, arguments, number);
    va_end(arguments);
    error_message_count++;
    if (status != 0)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...)
{
    va_list arguments;

    (void)file;
    (void)line;
    va_start(arguments, format);
    report(format, arguments, number);
    va_end(arguments);
    error_message_count++;
    if (status != 0)
        exit(status);
}
