// verdict: unsupported
/* A function that prints by a format that it is handed: `%n` in it writes memory. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int main(void)
{
    int count = 0;

    say("text%n", &count); // here
    assert(count == 0);
    return 0;
}
