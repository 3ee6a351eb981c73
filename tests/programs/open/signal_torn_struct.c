// verdict: assertion
// except: cseq slow
/* The copy of a structure is interrupted in its middle. */
#include <assert.h>
#include <signal.h>

struct pair {
    int left, right;
};

static struct pair shared;

static void handler(int number)
{
    (void)number;
    assert(shared.left == shared.right); // here
}

int main(void)
{
    struct pair new = {1, 1};

    signal(SIGINT, handler);
    shared = new;
    return 0;
}
