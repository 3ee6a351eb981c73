// verdict: out-of-bounds
/* A copy of a text has room for nothing else. */
#include <string.h>

int main(void)
{
    char *copy = strdup("ab");

    copy[3] = 'c'; // here
}
