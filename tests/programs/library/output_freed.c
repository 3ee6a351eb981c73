// verdict: use-after-free
/* What is printed is read. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    char *text = calloc(2, 1);

    free(text);
    if (__VERIFIER_nondet_bool())
        printf("%d %s\n", 1, text); // here
    else if (__VERIFIER_nondet_bool())
        fprintf(stderr, "%*d%%%s\n", 1, 1, text); // here
    else if (__VERIFIER_nondet_bool())
        puts(text); // here
    else if (__VERIFIER_nondet_bool())
        fputs(text, stdout); // here
    else if (__VERIFIER_nondet_bool())
        fwrite(text, 1, 2, stdout); // here
    else if (__VERIFIER_nondet_bool())
        write(1, text, 2); // here
    else
        printf("%p %.0s\n", (void *)text, text); /* nothing is read */
}
