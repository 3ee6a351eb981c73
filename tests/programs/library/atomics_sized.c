// verdict: safe
/* gcc's atomics whose names say the size. */
#include <assert.h>

int main(void)
{
    int x = 3, expected = 7;

    assert(__atomic_load_4(&x, __ATOMIC_SEQ_CST) == 3);
    __atomic_store_4(&x, 4, __ATOMIC_SEQ_CST);
    assert(__atomic_exchange_4(&x, 7, __ATOMIC_SEQ_CST) == 4);
    assert(__atomic_compare_exchange_4(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(!__atomic_compare_exchange_4(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == 9);
    assert(__atomic_fetch_add_4(&x, 1, __ATOMIC_SEQ_CST) == 9 && __sync_fetch_and_add_4(&x, 1) == 10 && x == 11);
}
