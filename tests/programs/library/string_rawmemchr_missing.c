// verdict: out-of-bounds
// cseq: unwind=3
/* A search without an end runs over it where nothing is found. */
#define _GNU_SOURCE
#include <string.h>

int main(void)
{
    char text[3] = {'a', 'b', 'c'};

    return rawmemchr(text, 'q') == NULL;  // here
}
