/* A ticket lock: first come, first served. The numbers wrap around, so that there are few states.
   SUCCESSFUL: --ltl "G (waits0 -> F in0)" --ltl "G (waits1 -> F in1)"
   SUCCESSFUL: --ltl "G !(in0 && in1)" */
#include <pthread.h>
#include <stdatomic.h>

#define TICKETS 4

atomic_uint next_ticket, serving;
volatile int waits0, waits1, in0, in1;

static void enter(volatile int *waits)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1) % TICKETS;
    *waits = 1;
    while (serving != mine)
        ;
    *waits = 0;
}

static void leave(void)
{
    serving = (serving + 1) % TICKETS;
    if (next_ticket >= 2 * TICKETS)
        atomic_fetch_sub(&next_ticket, TICKETS);
}

static void *second(void *unused)
{
    (void)unused;
    for (;;) {
        enter(&waits1);
        in1 = 1;
        in1 = 0;
        leave();
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    for (;;) {
        enter(&waits0);
        in0 = 1;
        in0 = 0;
        leave();
    }
    return 0;
}
