// verdict: safe
/* Locked instructions of x86 are atomic: no update is lost. */
#include <assert.h>
#include <pthread.h>

static int counter;
static long turns;
static int owner;

static void *work(void *unused)
{
    int old = 2, before;
    unsigned char is_zero;

    __asm__ volatile("lock; incl %0" : "=m"(counter) : "m"(counter));
    __asm__ volatile("lock\n\taddl %1,%0" : "+m"(counter) : "ir"(3));
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(counter) : : "memory");
    assert(old >= 4);
    __asm__ volatile("lock; cmpxchgl %1,%2" : "=a"(before) : "r"(7), "m"(owner), "0"(0) : "memory");
    assert(before == 0 || before == 7);
    __asm__ volatile("lock; decl %0; sete %1" : "=m"(counter), "=qm"(is_zero) : "m"(counter) : "memory");
    assert(!is_zero);
    __asm__ volatile("lock; subq %1,%0" : "+m"(turns) : "r"(1L));
    __asm__ volatile("pause");
    return unused;
}

int main(void)
{
    unsigned number = 0x11223344, turned;
    unsigned short word = 0x1122, turned_word;
    int mine = 9;
    pthread_t first, second;

    __asm__("bswap %0" : "=r"(turned) : "0"(number));
    assert(turned == 0x44332211);
    __asm__("rorw $8, %w0" : "=r"(turned_word) : "0"(word) : "cc");
    assert(turned_word == 0x2211);
    __asm__ volatile("xchgl %0,%1" : "=r"(mine) : "m"(counter), "0"(mine) : "memory");
    assert(mine == 0 && counter == 9);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 19 && owner == 7 && turns == -2);
    return 0;
}
