/* The relatives of printf that print to memory. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *format, ...)
{
    va_list arguments;
    char text[64], *made;
    int length;

    va_start(arguments, format);
    length = vsprintf(text, format, arguments);
    va_end(arguments);
    printf("%d [%s]\n", length, text);
    va_start(arguments, format);
    length = vsnprintf(text, 5, format, arguments);
    va_end(arguments);
    printf("%d [%s]\n", length, text);
    va_start(arguments, format);
    length = vasprintf(&made, format, arguments);
    va_end(arguments);
    printf("%d [%s]\n", length, made);
    free(made);
}

int main(void)
{
    char *made;

    show("%5d|%-5s|%05.1f", 42, "ab", 2.25);
    show("%#x %c", 255, 'z');
    printf("%d ", asprintf(&made, "%+d %ld", 7, -8L));
    puts(made);
    free(made);
    return 0;
}
