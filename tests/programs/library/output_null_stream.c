// verdict: null-pointer
/* A file that could not be opened. */
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    FILE *file = NULL;

    if (__VERIFIER_nondet_bool())
        fprintf(file, "text"); // here
    else if (__VERIFIER_nondet_bool())
        fputs("text", file); // here
    else if (__VERIFIER_nondet_bool())
        fputc('x', file); // here
    else if (__VERIFIER_nondet_bool())
        putc('x', file); // here
    else
        fwrite("text", 1, 4, file); // here
}
