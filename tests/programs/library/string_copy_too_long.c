// verdict: out-of-bounds
/* A string that does not fit. */
#include <string.h>

int main(void)
{
    char target[3];

    strcpy(target, "abc");  // here
}
