// reach,memory
// What the program is called with may be written to.
#include <assert.h>

int main(int argc, char **argv)
{
    char first;

    if (argc < 2)
        return 0;
    first = argv[1][0];
    argv[1][0] = 'x'; // unsafe
    assert(argv[1][0] == first);
    return 0;
}
