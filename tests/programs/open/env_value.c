// verdict: assertion  bounds: max_arg_length=2
// except: cseq large
// except: explicit many-inputs
/* MODE=x is one of the values that the variable may have. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *mode = getenv("MODE");

    assert(mode == NULL || strcmp(mode, "x") != 0); // here
    return 0;
}
