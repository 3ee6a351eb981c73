// verdict: safe
/* Warnings go on; the others of the family end the process. */
#include <assert.h>
#include <err.h>
#include <stdarg.h>

_Bool __VERIFIER_nondet_bool(void);

static void tell(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

static void end(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (__VERIFIER_nondet_bool())
        verr(1, format, arguments);
    verrx(2, format, arguments);
}

int main(void)
{
    tell("%d", 1);
    warn("w");
    end("e");
    assert(0);
}
