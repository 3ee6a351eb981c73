// memory
// Where a number ends, the text may end as well.
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *end;
    long value;

    if (argc < 2)
        return 0;
    value = strtol(argv[1], &end, 10);
    return value > 0 && *end == 0; // safe
    return value > 0 && end[1] == 0; // unsafe
}
