// memory
// An option without a value has none.
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int option, number = 0;

    while ((option = getopt(argc, argv, "n:v")) != -1)
        if (option == 'n') // safe
        if (option == 'v') // unsafe
            number = atoi(optarg);
    return number;
}
