/* __sync_* and __atomic_* on every width, used sequentially. */
#include <stdio.h>

int main(void) {
    int x = 10;
    int r = __sync_fetch_and_add(&x, 5);
    printf("%d %d\n", r, x);
    r = __sync_add_and_fetch(&x, 5);
    printf("%d %d\n", r, x);
    r = __sync_fetch_and_sub(&x, 3);
    printf("%d %d\n", r, x);
    r = __sync_sub_and_fetch(&x, 3);
    printf("%d %d\n", r, x);
    r = __sync_fetch_and_or(&x, 0x40);
    printf("%d %d\n", r, x);
    r = __sync_and_and_fetch(&x, 0x4c);
    printf("%d %d\n", r, x);
    r = __sync_xor_and_fetch(&x, 0xff);
    printf("%d %d\n", r, x);
    r = __sync_bool_compare_and_swap(&x, x, 100);
    printf("%d %d\n", r, x);
    r = __sync_bool_compare_and_swap(&x, 99, 1);
    printf("%d %d\n", r, x);
    r = __sync_val_compare_and_swap(&x, 100, 7);
    printf("%d %d\n", r, x);
    r = __sync_val_compare_and_swap(&x, 100, 8);
    printf("%d %d\n", r, x);
    r = __sync_lock_test_and_set(&x, 1);
    printf("%d %d\n", r, x);
    __sync_lock_release(&x);
    printf("%d\n", x);
    __sync_synchronize();

    long l = 1L << 40;
    long lr = __atomic_fetch_add(&l, 2, __ATOMIC_SEQ_CST);
    printf("%ld %ld\n", lr, l);
    lr = __atomic_sub_fetch(&l, 3, __ATOMIC_RELAXED);
    printf("%ld %ld\n", lr, l);
    __atomic_store_n(&l, 77, __ATOMIC_RELEASE);
    printf("%ld\n", __atomic_load_n(&l, __ATOMIC_ACQUIRE));
    lr = __atomic_exchange_n(&l, 78, __ATOMIC_ACQ_REL);
    printf("%ld %ld\n", lr, l);
    long expected = 5;
    r = __atomic_compare_exchange_n(&l, &expected, 80, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %ld %ld\n", r, l, expected);
    r = __atomic_compare_exchange_n(&l, &expected, 80, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %ld %ld\n", r, l, expected);
    long from = 9, to;
    __atomic_store(&l, &from, __ATOMIC_SEQ_CST);
    __atomic_load(&l, &to, __ATOMIC_SEQ_CST);
    printf("%ld %ld\n", l, to);
    from = 11;
    __atomic_exchange(&l, &from, &to, __ATOMIC_SEQ_CST);
    printf("%ld %ld\n", l, to);
    expected = 11;
    long desired = 12;
    r = __atomic_compare_exchange(&l, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %ld\n", r, l);

    unsigned char c = 250;
    printf("%d", __atomic_add_fetch(&c, 10, __ATOMIC_SEQ_CST));
    printf(" %d\n", c);
    printf("%d", __sync_fetch_and_nand(&c, 6));
    printf(" %d\n", c);
    short s = -1;
    printf("%d", __atomic_fetch_and(&s, 0x0ff0, __ATOMIC_SEQ_CST));
    printf(" %d\n", s);
    printf("%d", __atomic_xor_fetch(&s, 1, __ATOMIC_SEQ_CST));
    printf(" %d\n", s);
    int array[3] = {1, 2, 3}, *p = array;
    int *old = __atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST);
    printf("%d %d\n", *old, *p);
    old = __sync_val_compare_and_swap(&p, array + 1, array + 2);
    printf("%d %d\n", *old, *p);
    _Bool flag = 0;
    printf("%d", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf(" %d", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf(" %d\n", flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    struct {
        int head, tail;
    } q = {3, 4};
    __atomic_fetch_or(&q.tail, 1, __ATOMIC_SEQ_CST);
    __sync_fetch_and_add(&array[q.head - 1], q.tail);
    return array[2];
}
