// verdict: out-of-bounds
// cseq: unwind=3
/* A string that does not fit. */
#include <string.h>

int main(void)
{
    char target[3];

    strcpy(target, "abc");  // here
}
