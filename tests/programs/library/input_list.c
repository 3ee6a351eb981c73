// verdict: safe  bounds: sampled=1
// except: cseq slow
/* The relatives of scanf that take a list of arguments, and the names that glibc's header gives to the others. What is
   not read stays as it is. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int __isoc99_sscanf(const char *text, const char *format, ...);
int __isoc99_scanf(const char *format, ...);
int __isoc99_fscanf(FILE *stream, const char *format, ...);
extern _Bool __VERIFIER_nondet_bool(void);

static int from_text(const char *text, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = vsscanf(text, format, arguments);
    va_end(arguments);
    return stored;
}

static int from_input(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, format);
    stored = stream == NULL ? vscanf(format, arguments) : vfscanf(stream, format, arguments);
    va_end(arguments);
    return stored;
}

static int read_one(int *target)
{
    if (__VERIFIER_nondet_bool())
        return from_input(NULL, "%d", target);
    if (__VERIFIER_nondet_bool())
        return from_input(stdin, "%d", target);
    if (__VERIFIER_nondet_bool())
        return fscanf(stdin, "%d", target);
    if (__VERIFIER_nondet_bool())
        return __isoc99_scanf("%d", target);
    return __isoc99_fscanf(stdin, "%d", target);
}

int main(void)
{
    int i = 1, j = 2, stored;

    assert(from_text("3,4", "%d,%d", &i, &j) == 2 && i == 3 && j == 4);
    assert(__isoc99_sscanf("5", "%d", &i) == 1 && i == 5);
    stored = read_one(&i);
    assert(stored == 1 || stored == 0 || stored == EOF);
    assert(stored == 1 || i == 5);
}
