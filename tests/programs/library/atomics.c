// verdict: safe
/* C11 atomics: what each operation does and returns. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

int main(void)
{
    atomic_int x = ATOMIC_VAR_INIT(5);
    atomic_bool flag;
    atomic_flag taken = ATOMIC_FLAG_INIT;
    _Atomic(long *) pointer;
    long target;
    int expected = 4;

    assert(atomic_load(&x) == 5);
    atomic_store(&x, 6);
    assert(atomic_exchange(&x, 7) == 6);
    assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 7);
    assert(atomic_compare_exchange_strong(&x, &expected, 9) && atomic_load(&x) == 9);
    assert(atomic_fetch_add(&x, 3) == 9 && atomic_fetch_sub(&x, 2) == 12 && x == 10);
    assert(atomic_fetch_or(&x, 1) == 10 && atomic_fetch_and(&x, 9) == 11 && atomic_fetch_xor(&x, 15) == 9 && x == 6);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 6);
    atomic_store_explicit(&x, 1, memory_order_release);
    assert(atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel) == 1 && x == 2);
    atomic_init(&flag, true);
    assert(atomic_load(&flag));
    assert(!atomic_flag_test_and_set(&taken) && atomic_flag_test_and_set(&taken));
    atomic_flag_clear(&taken);
    assert(!atomic_flag_test_and_set(&taken));
    atomic_init(&pointer, &target);
    *atomic_load(&pointer) = 3;
    assert(target == 3);
    atomic_thread_fence(memory_order_seq_cst);
    x += 5;
    x++;
    assert(x-- == 8 && x == 7);
}
