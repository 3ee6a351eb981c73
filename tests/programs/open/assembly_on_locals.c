// verdict: safe
/* A local is in memory where an instruction wants it there, though its address is taken nowhere else. */
#include <assert.h>

int main(void)
{
    unsigned sum = 1, old = 2, parameter = 40;

    __asm__ volatile("lock; addl %1,%0" : "+m"(sum) : "r"(parameter));
    __asm__ volatile("lock; xaddl %0,%1" : "+r"(old), "+m"(sum));
    assert(sum == 43 && old == 41);
    __asm__ volatile("xchgl %0,%1" : "+r"(old), "+m"(sum));
    assert(sum == 41 && old == 43);
    return 0;
}
