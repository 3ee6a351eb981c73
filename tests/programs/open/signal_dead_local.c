// verdict: dead-local
// except: cseq slow
/* A handler uses a local through a pointer that outlives it. */
#include <signal.h>

static int *pointer;

static void handler(int number)
{
    if (pointer)
        *pointer = number; // here
}

static void lend(void)
{
    int local = 0;

    pointer = &local;
}

int main(void)
{
    signal(SIGINT, handler);
    lend();
    pointer = 0;
    return 0;
}
