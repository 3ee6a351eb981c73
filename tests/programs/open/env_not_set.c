// verdict: null-pointer  bounds: max_arg_length=1
// except: explicit many-inputs
// cseq: unwind=4
/* Nobody has looked whether the variable is set. */
#include <stdlib.h>

int main(void)
{
    return getenv("HOME")[0] == '/'; // here
}
