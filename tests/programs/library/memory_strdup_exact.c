// verdict: out-of-bounds
// cseq: unwind=3
/* A copy of a text has room for nothing else. */
#include <string.h>

int main(void)
{
    char *copy = strdup("ab");

    copy[3] = 'c'; // here
}
