/* Lamport's bakery: whoever comes draws a number, and the lowest one is served. Numbers grow as long as somebody is in
   the shop, so that each customer comes twice only.
   SUCCESSFUL: --ltl "G (draws0 -> F in0)" --ltl "G (draws1 -> F in1)"
   SUCCESSFUL: --ltl "G !(in0 && in1)"
   SUCCESSFUL: --property termination
   FAILED: --ltl "G (draws0 -> F in0)" --fair none */
#include <pthread.h>

#define VISITS 2

volatile int number[2], draws0, draws1, in0, in1;

static void enter(int me, volatile int *draws)
{
    int other = 1 - me;
    *draws = 1;
    number[me] = number[other] + 1;
    *draws = 0;
    while (other ? draws1 : draws0)
        ;
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
}

static void *second(void *unused)
{
    (void)unused;
    for (int visit = 0; visit < VISITS; visit++) {
        enter(1, &draws1);
        in1 = 1;
        in1 = 0;
        number[1] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    for (int visit = 0; visit < VISITS; visit++) {
        enter(0, &draws0);
        in0 = 1;
        in0 = 0;
        number[0] = 0;
    }
    pthread_join(other, 0);
    return 0;
}
