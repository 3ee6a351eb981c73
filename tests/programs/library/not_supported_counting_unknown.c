// verdict: unsupported
/* A format that is not a literal may say `%n` where there is a place for the number. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    const char *format = "text%n";
    int count = 0;

    printf(format, &count); // here
    assert(count == 0);
    return 0;
}
