// verdict: out-of-bounds
/* A string without an end. */
#include <string.h>

int main(void)
{
    char text[2] = {'a', 'b'};

    return (int)strlen(text);  // here
}
