// memory
// There may be nothing behind the options.
#include <unistd.h>

int main(int argc, char **argv)
{
    while (getopt(argc, argv, "n:v") != -1)
        ;
    if (optind >= argc) // safe
        return 1; // safe
    return argv[optind][0];
}
