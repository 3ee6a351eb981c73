// verdict: safe  bounds: sampled=1
/* What streams, files, commands and chance answer is not known, and harmless. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int status;

    srand(1);
    if (__VERIFIER_nondet_bool()) {
        FILE *stream = fdopen(0, "r");

        assert(stream == NULL || fclose(stream) <= 0);
        return 0;
    }
    if (__VERIFIER_nondet_bool()) {
        assert(rand() >= 0);
        return 0;
    }
    feof(stdin);
    ferror(stdin);
    status = remove("no file of this name");
    assert(status == 0 || status == -1);
    system(NULL);
    system("true");
}
