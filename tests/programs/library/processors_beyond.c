// verdict: safe
/* A processor that no set has room for is in none, and nothing is written for it. */
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

int main(void)
{
    cpu_set_t set;
    int cpu = 3;

    CPU_ZERO(&set);
    CPU_SET(50000, &set);
    CPU_CLR(-1, &set);
    assert(!CPU_ISSET(50000, &set) && CPU_COUNT(&set) == 0);
    CPU_SET(cpu++, &set);
    assert(cpu == 4 && CPU_ISSET(3, &set) && CPU_COUNT(&set) == 1);
    CPU_CLR(3, &set);
    assert(CPU_COUNT(&set) == 0);
    return 0;
}
