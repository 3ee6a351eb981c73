// memory
// A text that is not given in all cases, in a loop.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *name = "nobody"; // safe
    const char *name = 0; // unsafe

    if (argc > 1)
        name = argv[1];
    for (;;) {
        putchar(name[0]);
        sleep(1);
    }
}
