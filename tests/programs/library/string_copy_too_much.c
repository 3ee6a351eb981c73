// verdict: out-of-bounds
/* memcpy reads beyond its source. */
#include <string.h>

int main(void)
{
    char source[4] = "abc", target[8];

    memcpy(target, source, 5);  // here
}
