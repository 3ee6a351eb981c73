// memory
// What is looked for in a text may not be there.
#include <string.h>

int main(int argc, char **argv)
{
    char *value;

    if (argc < 2)
        return 0;
    value = strchr(argv[1], '=');
    return value == 0 ? 0 : *value; // safe
    return *value; // unsafe
}
