// verdict: out-of-bounds
// cseq: unwind=5
/* sprintf does not know how much room there is. */
#include <stdio.h>

int main(void)
{
    char text[4];

    sprintf(text, "%d", 12345); // here
}
