// verdict: safe
/* FD_ZERO, FD_SET, FD_CLR and FD_ISSET as old headers of glibc have them. */
#include <assert.h>

typedef struct {
    unsigned bits[4];
} set;

static void clear(set *all)
{
    int count, *end;

    __asm__ volatile("cld; rep; stosl"
                     : "=&c"(count), "=&D"(end)
                     : "a"(0), "0"(sizeof(set) / sizeof(unsigned)), "1"(&all->bits[0])
                     : "memory");
    assert(count == 0 && end == (int *)(all + 1));
}

static int has(set *all, unsigned descriptor)
{
    char result;

    __asm__ volatile("btl %1,%2 ; setcb %b0"
                     : "=q"(result)
                     : "r"(descriptor % 32U), "m"(all->bits[descriptor / 32U])
                     : "cc");
    return result;
}

int main(void)
{
    set all;
    unsigned far = 64 + 7, bit = 37 % 32U;

    clear(&all);
    __asm__ volatile("btsl %1,%0" : "=m"(all.bits[37 / 32U]) : "r"(bit) : "cc", "memory");
    assert(has(&all, 37) && !has(&all, 36) && !has(&all, 5) && all.bits[1] == 1u << 5);
    __asm__ volatile("btsl %1,%0" : "=m"(all.bits[0]) : "r"(far) : "cc", "memory");
    assert(has(&all, far) && all.bits[2] == 1u << 7);
    __asm__ volatile("btrl %1,%0" : "=m"(all.bits[37 / 32U]) : "r"(bit) : "cc", "memory");
    assert(!has(&all, 37) && all.bits[1] == 0 && has(&all, far));
    return 0;
}
