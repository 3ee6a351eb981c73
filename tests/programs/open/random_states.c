// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Numbers that are drawn with a state of the program's own, and the load of the computer. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned short state[3] = {1, 2, 3};
    double load[3];

    assert(nrand48(state) >= 0);
    erand48(state);
    assert(state[0] == 3);
    assert(getloadavg(load, 1) == 1);
    return 0;
}
