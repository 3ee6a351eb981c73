// memory
// A literal, or a text that may be shorter.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *name = "nobody";

    if (argc > 1 && argv[1][0] != 0) // safe
    if (argc > 1) // unsafe
        name = argv[1];
    for (;;) {
        putchar(name[1]);
        sleep(1);
    }
}
