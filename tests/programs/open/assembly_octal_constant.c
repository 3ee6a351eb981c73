// verdict: unsupported
/* A number that begins with 0 is octal for the assembler: this adds 8, and is not taken for 10. */
#include <assert.h>

int main(void)
{
    unsigned sum = 0;

    __asm__ volatile("lock; addl $010,%0" : "+m"(sum)); // here
    assert(sum == 10);
    return 0;
}
