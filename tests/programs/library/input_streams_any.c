// verdict: assertion
/* A stream may be at its end or broken at any time, and files may not be there. */
#include <assert.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    if (__VERIFIER_nondet_bool())
        assert(!feof(stdin)); // here
    else if (__VERIFIER_nondet_bool())
        assert(!ferror(stdin)); // here
    else if (__VERIFIER_nondet_bool())
        assert(fdopen(0, "r") != NULL); // here
    else if (__VERIFIER_nondet_bool())
        assert(remove("file") == 0); // here
    else if (__VERIFIER_nondet_bool())
        assert(getc(stdin) != 'a'); // here
    else
        assert(fgetc(stdin) != EOF); // here
}
