/* Dekker's algorithm: whose turn it is not gives way until it is.
   SUCCESSFUL: --ltl "G (asked -> F in0)"
   SUCCESSFUL: --ltl "G !(in0 && in1)"
   FAILED: --ltl "F G {turn == 0}" */
#include <pthread.h>

volatile int wants[2], turn;
volatile int in0, in1, asked;

static void enter(int own)
{
    wants[own] = 1;
    while (wants[!own]) {
        if (turn != own) {
            wants[own] = 0;
            while (turn != own)
                ;
            wants[own] = 1;
        }
    }
}

static void leave(int own)
{
    turn = !own;
    wants[own] = 0;
}

static void *second(void *unused)
{
    (void)unused;
    for (;;) {
        enter(1);
        in1 = 1;
        in1 = 0;
        leave(1);
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    for (;;) {
        asked = 1;
        enter(0);
        asked = 0;
        in0 = 1;
        in0 = 0;
        leave(0);
    }
    return 0;
}
