#include "show.h"
#include <stdatomic.h>
int main(void)
{
    atomic_int a = 5;
    show(atomic_fetch_add(&a, 3));
    show(atomic_load(&a));
    int e = 8;
    show(atomic_compare_exchange_strong(&a, &e, 1));
    show(a);
    e = 7;
    show(atomic_compare_exchange_strong(&a, &e, 2));
    show(e);
    show(atomic_exchange(&a, 9));
    a++;
    a |= 16;
    show(a);
    atomic_flag f = ATOMIC_FLAG_INIT;
    show(atomic_flag_test_and_set(&f));
    show(atomic_flag_test_and_set(&f));
    show(__sync_fetch_and_add(&e, 2));
    show(__sync_add_and_fetch(&e, 2));
    show(__sync_bool_compare_and_swap(&e, 5, 6));
    show(__atomic_load_n(&e, __ATOMIC_SEQ_CST));
    show(__atomic_exchange_n(&e, 3, __ATOMIC_RELAXED));
    show(__sync_lock_test_and_set(&e, 4));
    show(__atomic_fetch_nand(&e, 6, 0));
    show(e);
    show(atomic_is_lock_free(&a));
    return 0;
}
