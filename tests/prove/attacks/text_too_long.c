// memory
// A text of any length, and room for sixteen characters.
#include <string.h>

char name[16];

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    if (strlen(argv[1]) >= sizeof name) // safe
    if (strlen(argv[1]) > sizeof name) // unsafe
        return 1;
    strcpy(name, argv[1]);
    return 0;
}
