// verdict: safe
// except: cseq slow
/* Nobody interrupts an atomic section, not even a function that is called inside and outside of one. */
#include <assert.h>
#include <signal.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void handler(int number)
{
    (void)number;
    assert(x == y);
    x = 7;
    y = 7;
}

static void set(int *variable, int value)
{
    *variable = value;
}

int main(void)
{
    signal(SIGINT, handler);
    __VERIFIER_atomic_begin();
    set(&x, 1);
    set(&y, 1);
    __VERIFIER_atomic_end();
    assert(x == 1 || x == 7);
    __VERIFIER_atomic_begin();
    set(&x, y);
    __VERIFIER_atomic_end();
    return 0;
}
