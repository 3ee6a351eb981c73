// verdict: assertion
/* What comes from a stream is any number, however it is read. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int from_input(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = stream == NULL ? vscanf(format, arguments) : vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

int main(void)
{
    int i = 0;

    if (__VERIFIER_nondet_bool()) {
        if (fscanf(stdin, "%d", &i) == 1)
            assert(i != 1); // here
    } else if (__VERIFIER_nondet_bool()) {
        if (from_input(NULL, "%d", &i) == 1)
            assert(i != 1); // here
    } else if (from_input(stdin, "%d", &i) == 1) {
        assert(i != 1); // here
    }
}
