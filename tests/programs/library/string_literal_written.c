// verdict: read-only
/* A string literal is written. */
#include <string.h>

int main(void)
{
    strtok("a b", " ");  // here
}
