/* A lock by test-and-set: somebody gets it, but nobody has to.
   FAILED: --ltl "G (wants0 -> F in0)"
   SUCCESSFUL: --ltl "G F (in0 || in1)"
   SUCCESSFUL: --ltl "G !(in0 && in1)" --property reach */
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
volatile int wants0, in0, in1;

static void *first(void *unused)
{
    (void)unused;
    for (;;) {
        wants0 = 1;
        while (atomic_flag_test_and_set(&lock))
            ;
        in0 = 1;
        in0 = 0;
        wants0 = 0;
        atomic_flag_clear(&lock);
    }
    return 0;
}

static void *second(void *unused)
{
    (void)unused;
    for (;;) {
        while (atomic_flag_test_and_set(&lock))
            ;
        in1 = 1;
        in1 = 0;
        atomic_flag_clear(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    return 0;
}
