/* Peterson's algorithm for two threads: whoever wants to enter does so at last, since the other one gives way.
   SUCCESSFUL: --ltl "G (wants0 -> F in0)" --ltl "G (wants1 -> F in1)"
   SUCCESSFUL: --ltl "G !(in0 && in1)"
   SUCCESSFUL: --property starvation
   FAILED: --ltl "G (wants0 -> F in0)" --fair none
   FAILED: --ltl "G F {turn == 0}" --fair none
   FAILED: --property termination
   SUCCESSFUL: --property livelock */
#include <pthread.h>

volatile int wants0, wants1, turn;
volatile int in0, in1;

void smtcb_progress(void);

static void *first(void *unused)
{
    (void)unused;
    for (;;) {
        wants0 = 1;
        turn = 1;
        while (wants1 && turn == 1)
            ;
        in0 = 1;
        smtcb_progress();
        in0 = 0;
        wants0 = 0;
    }
    return 0;
}

static void *second(void *unused)
{
    (void)unused;
    for (;;) {
        wants1 = 1;
        turn = 0;
        while (wants0 && turn == 0)
            ;
        in1 = 1;
        smtcb_progress();
        in1 = 0;
        wants1 = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
