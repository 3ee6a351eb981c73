// memory
// All arguments, and the null pointer behind them.
#include <stdio.h>

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) // safe
    for (i = 1; i <= argc; i++) // unsafe
        putchar(argv[i][0]);
    return 0;
}
