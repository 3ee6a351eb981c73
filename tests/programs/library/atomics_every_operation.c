// verdict: safe
/* gcc's atomics and the explicit C11 ones: what each operation stores and returns. */
#include <assert.h>
#include <stdatomic.h>

static void gcc_atomics(void)
{
    unsigned char x = 12;

    assert(__atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST) == 12 && __atomic_add_fetch(&x, 2, __ATOMIC_RELAXED) == 16);
    assert(__atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST) == 16 && __atomic_sub_fetch(&x, 3, __ATOMIC_RELAXED) == 12);
    assert(__atomic_fetch_and(&x, 10, __ATOMIC_SEQ_CST) == 12 && x == 8);
    assert(__atomic_and_fetch(&x, 24, __ATOMIC_SEQ_CST) == 8);
    assert(__atomic_fetch_or(&x, 3, __ATOMIC_SEQ_CST) == 8 && __atomic_or_fetch(&x, 4, __ATOMIC_SEQ_CST) == 15);
    assert(__atomic_fetch_xor(&x, 1, __ATOMIC_SEQ_CST) == 15 && __atomic_xor_fetch(&x, 2, __ATOMIC_SEQ_CST) == 12);
    assert(__atomic_fetch_nand(&x, 4, __ATOMIC_SEQ_CST) == 12 && x == 251);
    assert(__atomic_nand_fetch(&x, 3, __ATOMIC_SEQ_CST) == 252);
    assert(__atomic_always_lock_free(sizeof x, 0) && __atomic_is_lock_free(sizeof x, &x));
}

static void older_gcc_atomics(void)
{
    unsigned char x = 12;

    assert(__sync_fetch_and_add(&x, 2) == 12 && __sync_add_and_fetch(&x, 2) == 16);
    assert(__sync_fetch_and_sub(&x, 1) == 16 && __sync_sub_and_fetch(&x, 3) == 12);
    assert(__sync_fetch_and_and(&x, 10) == 12 && __sync_and_and_fetch(&x, 24) == 8);
    assert(__sync_fetch_and_or(&x, 3) == 8 && __sync_or_and_fetch(&x, 4) == 15);
    assert(__sync_fetch_and_xor(&x, 1) == 15 && __sync_xor_and_fetch(&x, 2) == 12);
    assert(__sync_fetch_and_nand(&x, 4) == 12 && x == 251);
    assert(__sync_nand_and_fetch(&x, 3) == 252);
    assert(!__sync_bool_compare_and_swap(&x, 1, 2) && x == 252 && __sync_bool_compare_and_swap(&x, 252, 2) && x == 2);
    assert(__sync_val_compare_and_swap(&x, 1, 3) == 2 && __sync_val_compare_and_swap(&x, 2, 3) == 2 && x == 3);
    assert(__sync_lock_test_and_set(&x, 1) == 3 && x == 1);
    __sync_lock_release(&x);
    __sync_synchronize();
    assert(x == 0);
}

static void explicit_c11(void)
{
    atomic_uint x = 12;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    unsigned expected = 1;

    assert(atomic_exchange_explicit(&x, 13, memory_order_acq_rel) == 12);
    assert(atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed) == 13);
    assert(atomic_fetch_or_explicit(&x, 1, memory_order_relaxed) == 12);
    assert(atomic_fetch_and_explicit(&x, 11, memory_order_relaxed) == 13);
    assert(atomic_fetch_xor_explicit(&x, 3, memory_order_relaxed) == 9 && x == 10);
    assert(!atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_acq_rel, memory_order_acquire));
    assert(expected == 10);
    assert(atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_acq_rel, memory_order_acquire));
    assert(x == 1 && !atomic_compare_exchange_weak(&x, &expected, 2) && expected == 1);
    expected = 3;
    assert(!atomic_compare_exchange_weak_explicit(&x, &expected, 2, memory_order_acq_rel, memory_order_relaxed));
    assert(expected == 1);
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    assert(atomic_flag_test_and_set(&flag));
    atomic_flag_clear_explicit(&flag, memory_order_release);
    assert(!atomic_flag_test_and_set(&flag));
    assert(atomic_is_lock_free(&x));
    atomic_signal_fence(memory_order_seq_cst);
    assert(kill_dependency(x) == 1);
}

int main(void)
{
    gcc_atomics();
    older_gcc_atomics();
    explicit_c11();
}
