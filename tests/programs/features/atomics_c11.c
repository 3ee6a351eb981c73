/* _Atomic and stdatomic.h, used sequentially. */
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = ATOMIC_VAR_INIT(5);
static _Atomic unsigned char small;
static _Atomic(long) wide = 1L << 40;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int *_Atomic pointer;
static struct {
    atomic_bool ready;
    _Atomic int values[3];
} shared = {1, {1, 2, 3}};

int main(void) {
    counter++;
    counter += 10;
    --counter;
    printf("%d\n", counter);
    int old = counter--;
    printf("%d %d\n", old, counter);
    counter = counter * 2;
    printf("%d\n", atomic_load(&counter));
    small = 255;
    small++;
    printf("%d\n", small);
    small -= 1;
    small ^= 0x0f;
    small |= 1;
    small >>= 1;
    printf("%d\n", small);
    wide *= 3;
    wide %= 1000007;
    printf("%ld\n", wide);

    printf("%d ", atomic_fetch_add(&counter, 4));
    printf("%d ", atomic_fetch_sub(&counter, 1));
    printf("%d ", atomic_fetch_or(&counter, 0x80));
    printf("%d ", atomic_fetch_and(&counter, 0xf0));
    printf("%d ", atomic_fetch_xor(&counter, 0xff));
    printf("%d\n", atomic_load_explicit(&counter, memory_order_acquire));
    atomic_store(&counter, 3);
    printf("%d ", atomic_exchange(&counter, 4));
    int expected = 3;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 9));
    printf("%d ", expected);
    printf("%d ", atomic_compare_exchange_weak_explicit(&counter, &expected, 9, memory_order_acq_rel, memory_order_relaxed));
    printf("%d\n", counter);
    atomic_init(&counter, 100);
    atomic_fetch_add_explicit(&counter, -1, memory_order_relaxed);
    printf("%d\n", counter);

    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));

    int array[4] = {10, 20, 30, 40};
    pointer = array;
    pointer++;
    pointer += 2;
    printf("%d ", *pointer);
    pointer--;
    printf("%d %d\n", *pointer, pointer == array + 2);

    shared.values[1]++;
    shared.values[2] += shared.values[1];
    shared.ready = !shared.ready;
    printf("%d %d %d\n", shared.values[1], shared.values[2], shared.ready);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_size_t size = 7;
    atomic_uint_fast32_t fast = 1;
    fast <<= size;
    _Atomic double d = 1.5;
    d = d + 2;
    printf("%g %lu\n", d, (unsigned long)fast);
    printf("%zu %zu\n", sizeof counter, sizeof wide);
    return (counter = 12) + size;
}
