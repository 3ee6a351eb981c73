// verdict: out-of-bounds
// cseq: unwind=3
/* A copy that returns its end, too, needs room. */
#define _GNU_SOURCE
#include <string.h>

int main(void)
{
    char small[3];

    stpcpy(small, "abc");  // here
}
