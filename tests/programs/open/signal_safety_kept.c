// verdict: safe  bounds: safety=1
// except: cseq slow
/* A handler that calls only what it may. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void handler(int number)
{
    char text[2];

    (void)number;
    strcpy(text, "!");
    if (write(1, text, strlen(text)) != 1)
        _exit(1);
    signal(SIGINT, handler);
}

int main(void)
{
    char *block = malloc(1);

    signal(SIGINT, handler);
    free(block);
    exit(0);
}
