// verdict: signal-safety
// except: cseq slow
/* What a handler calls, directly or not; main may call it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(void)
{
    char *text = malloc(1); // here

    free(text);
    puts("noted");
}

static void handler(int number)
{
    (void)number;
    if (write(1, "!", 1) == 1)
        note();
}

int main(void)
{
    note();
    signal(SIGINT, handler);
    return 0;
}
