// verdict: memory-leak
// except: cseq slow
// A signal may come while the program has memory, and the handler ends the process.
#include <signal.h>
#include <stdlib.h>

static void give_up(int number)
{
    (void)number;
    exit(1);
}

int main(void)
{
    signal(SIGINT, give_up);
    int *mine = malloc(sizeof *mine); // here
    free(mine);
    return 0;
}
