/* What -fsanitize=thread calls: each access is an event. Atomic operations are made here, as the compiler expects. */
#include "runtime.h"

#define PC __builtin_return_address(0)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **address, void *value) { (void)address, (void)value; }

#define ACCESS(size)                                                                                                 \
    void __tsan_read##size(void *address) { smtcb_event(READ, PC, address, size, ""); }                              \
    void __tsan_write##size(void *address) { smtcb_event(WRITE, PC, address, size, ""); }                            \
    void __tsan_unaligned_read##size(void *address) { smtcb_event(READ, PC, address, size, ""); }                    \
    void __tsan_unaligned_write##size(void *address) { smtcb_event(WRITE, PC, address, size, ""); }                  \
    void __tsan_volatile_read##size(void *address) { smtcb_event(READ, PC, address, size, ""); }                     \
    void __tsan_volatile_write##size(void *address) { smtcb_event(WRITE, PC, address, size, ""); }                   \
    void __tsan_unaligned_volatile_read##size(void *address) { smtcb_event(READ, PC, address, size, ""); }           \
    void __tsan_unaligned_volatile_write##size(void *address) { smtcb_event(WRITE, PC, address, size, ""); }         \
    void __tsan_read_write##size(void *address)                                                                      \
    {                                                                                                                \
        smtcb_event(READ, PC, address, size, "");                                                                    \
        smtcb_event(WRITE, PC, address, size, "");                                                                   \
    }                                                                                                                \
    void __tsan_unaligned_read_write##size(void *address)                                                            \
    {                                                                                                                \
        smtcb_event(READ, PC, address, size, "");                                                                    \
        smtcb_event(WRITE, PC, address, size, "");                                                                   \
    }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *address, unsigned long size) { smtcb_event(READ, PC, address, size, ""); }
void __tsan_write_range(void *address, unsigned long size) { smtcb_event(WRITE, PC, address, size, ""); }

#define OPERATION(bits, type, name, builtin)                                                                         \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order)                                 \
    {                                                                                                                \
        (void)order;                                                                                                 \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                          \
        return builtin(address, value, __ATOMIC_SEQ_CST);                                                            \
    }

#define ATOMICS(bits, type)                                                                                          \
    type __tsan_atomic##bits##_load(const volatile type *address, int order)                                         \
    {                                                                                                                \
        (void)order;                                                                                                 \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                          \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                           \
    }                                                                                                                \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order)                                  \
    {                                                                                                                \
        (void)order;                                                                                                 \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                          \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                          \
    }                                                                                                                \
    OPERATION(bits, type, exchange, __atomic_exchange_n)                                                             \
    OPERATION(bits, type, fetch_add, __atomic_fetch_add)                                                             \
    OPERATION(bits, type, fetch_sub, __atomic_fetch_sub)                                                             \
    OPERATION(bits, type, fetch_and, __atomic_fetch_and)                                                             \
    OPERATION(bits, type, fetch_or, __atomic_fetch_or)                                                               \
    OPERATION(bits, type, fetch_xor, __atomic_fetch_xor)                                                             \
    OPERATION(bits, type, fetch_nand, __atomic_fetch_nand)                                                           \
    static int exchange##bits(volatile type *address, type *expected, type value, void *pc)                          \
    {                                                                                                                \
        smtcb_event(ATOMIC, pc, address, sizeof(type), "");                                                          \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);         \
    }                                                                                                                \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *address, type *expected, type value, int order, \
                                                      int otherwise)                                                 \
    {                                                                                                                \
        (void)order, (void)otherwise;                                                                                \
        return exchange##bits(address, expected, value, PC);                                                         \
    }                                                                                                                \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *address, type *expected, type value, int order,   \
                                                    int otherwise)                                                   \
    {                                                                                                                \
        (void)order, (void)otherwise;                                                                                \
        return exchange##bits(address, expected, value, PC);                                                         \
    }                                                                                                                \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order,    \
                                                    int otherwise)                                                   \
    {                                                                                                                \
        (void)order, (void)otherwise;                                                                                \
        exchange##bits(address, &expected, value, PC);                                                               \
        return expected;                                                                                             \
    }

ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned int)
ATOMICS(64, unsigned long)

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

/* Copies are made byte by byte: others may come in between. */
static void copy_byte(char *target, const char *source, void *pc)
{
    char byte;

    smtcb_event(READ, pc, source, 1, "");
    byte = *source;
    smtcb_event(WRITE, pc, target, 1, "");
    *target = byte;
}

static void *copy(void *target, const void *source, size_t size, void *pc)
{
    if ((uintptr_t)target <= (uintptr_t)source)
        for (size_t i = 0; i < size; i++)
            copy_byte((char *)target + i, (const char *)source + i, pc);
    else
        for (size_t i = size; i-- > 0;)
            copy_byte((char *)target + i, (const char *)source + i, pc);
    return target;
}

static void *fill(void *target, int byte, size_t size, void *pc)
{
    for (size_t i = 0; i < size; i++) {
        smtcb_event(WRITE, pc, (char *)target + i, 1, "");
        ((volatile char *)target)[i] = (char)byte;
    }
    return target;
}

void *__wrap_memcpy(void *target, const void *source, size_t size)
{
    for (size_t i = 0; i < size; i++)
        copy_byte((char *)target + i, (const char *)source + i, PC);
    return target;
}

void *__wrap_memmove(void *target, const void *source, size_t size) { return copy(target, source, size, PC); }
void *__wrap_memset(void *target, int byte, size_t size) { return fill(target, byte, size, PC); }
void *__tsan_memcpy(void *target, const void *source, size_t size) { return copy(target, source, size, PC); }
void *__tsan_memmove(void *target, const void *source, size_t size) { return copy(target, source, size, PC); }
void *__tsan_memset(void *target, int byte, size_t size) { return fill(target, byte, size, PC); }

char *__wrap_strcpy(char *target, const char *source)
{
    for (size_t i = 0;; i++) {
        copy_byte(target + i, source + i, PC);
        if (!target[i])
            return target;
    }
}

size_t __wrap_strlen(const char *text)
{
    for (size_t i = 0;; i++) {
        smtcb_event(READ, PC, text + i, 1, "");
        if (!text[i])
            return i;
    }
}

int __wrap_strcmp(const char *left, const char *right)
{
    for (size_t i = 0;; i++) {
        unsigned char a, b;

        smtcb_event(READ, PC, left + i, 1, "");
        a = left[i];
        smtcb_event(READ, PC, right + i, 1, "");
        b = right[i];
        if (a != b || !a)
            return a - b;
    }
}
