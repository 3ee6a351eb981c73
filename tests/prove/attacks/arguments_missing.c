// memory
// There may be no argument.
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2) // safe
    if (argc < 1) // unsafe
        return 1;
    return atoi(argv[1]);
}
