// verdict: unsupported
/* The list of all variables cannot be known. */
#define _GNU_SOURCE
#include <unistd.h>

int main(void)
{
    return environ[0] == NULL; // here
}
