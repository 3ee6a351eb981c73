// verdict: safe
/* Half an address still tells small objects apart, however it was shortened. */
#include <assert.h>
#include <stdint.h>

int first, second;

int main(void)
{
    assert((unsigned)(uintptr_t)&first != (unsigned)(uintptr_t)&second);
    assert((int)(long)&first == (int)(intptr_t)&first && (int)(long)&first != 0);
    return 0;
}
