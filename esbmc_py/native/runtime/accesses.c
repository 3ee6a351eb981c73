/* What -fsanitize=thread calls: each access is an event. Atomic operations are made here, as the compiler expects. */
#include "runtime.h"

#define PC __builtin_return_address(0)

#ifdef SMTCB_TSAN
/* With the real ThreadSanitizer: it gets every access after us, as made by the program. */
#define NAME(name) __wrap_##name
#define TELL_READ(size) __tsan_read##size##_pc(address, PC)
#define TELL_WRITE(size) __tsan_write##size##_pc(address, PC)
#define DECLARE(size)                              \
    void __tsan_read##size##_pc(void *, void *);   \
    void __tsan_write##size##_pc(void *, void *);
DECLARE(1)
DECLARE(2)
DECLARE(4)
DECLARE(8)
DECLARE(16)
void __real___tsan_read_range(void *, unsigned long);
void __real___tsan_write_range(void *, unsigned long);
#define TELL_RANGE(name) __real_##name(address, size)
#else
#define NAME(name) name
#define TELL_READ(size)
#define TELL_WRITE(size)
#define TELL_RANGE(name)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **address, void *value) { (void)address, (void)value; }
#endif

#define READS(name, size)                         \
    void NAME(name)(void *address)                \
    {                                             \
        smtcb_event(READ, PC, address, size, ""); \
        TELL_READ(size);                          \
    }
#define WRITES(name, size)                         \
    void NAME(name)(void *address)                 \
    {                                              \
        smtcb_event(WRITE, PC, address, size, ""); \
        TELL_WRITE(size);                          \
    }
#define BOTH(name, size)                           \
    void NAME(name)(void *address)                 \
    {                                              \
        smtcb_event(READ, PC, address, size, "");  \
        TELL_READ(size);                           \
        smtcb_event(WRITE, PC, address, size, ""); \
        TELL_WRITE(size);                          \
    }
#define ACCESSES(size)                                   \
    READS(__tsan_read##size, size)                       \
    READS(__tsan_unaligned_read##size, size)             \
    READS(__tsan_volatile_read##size, size)              \
    READS(__tsan_unaligned_volatile_read##size, size)    \
    WRITES(__tsan_write##size, size)                     \
    WRITES(__tsan_unaligned_write##size, size)           \
    WRITES(__tsan_volatile_write##size, size)            \
    WRITES(__tsan_unaligned_volatile_write##size, size)  \
    BOTH(__tsan_read_write##size, size)                  \
    BOTH(__tsan_unaligned_read_write##size, size)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void NAME(__tsan_read_range)(void *address, unsigned long size)
{
    smtcb_event(READ, PC, address, size, "");
    TELL_RANGE(__tsan_read_range);
}

void NAME(__tsan_write_range)(void *address, unsigned long size)
{
    smtcb_event(WRITE, PC, address, size, "");
    TELL_RANGE(__tsan_write_range);
}

#ifdef SMTCB_TSAN
#define OPERATION(bits, type, name, builtin)                                                       \
    type __real___tsan_atomic##bits##_##name(volatile type *, type, int);                          \
    type __wrap___tsan_atomic##bits##_##name(volatile type *address, type value, int order)        \
    {                                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                        \
        return __real___tsan_atomic##bits##_##name(address, value, order);                         \
    }
#define EXCHANGE(bits, type, how)                                                                                  \
    int __real___tsan_atomic##bits##_compare_exchange_##how(volatile type *, type *, type, int, int);              \
    int __wrap___tsan_atomic##bits##_compare_exchange_##how(volatile type *address, type *expected, type value,    \
                                                            int order, int otherwise)                              \
    {                                                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        return __real___tsan_atomic##bits##_compare_exchange_##how(address, expected, value, order, otherwise);    \
    }
#define REST(bits, type)                                                                                           \
    type __real___tsan_atomic##bits##_load(const volatile type *, int);                                            \
    type __wrap___tsan_atomic##bits##_load(const volatile type *address, int order)                                \
    {                                                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        return __real___tsan_atomic##bits##_load(address, order);                                                  \
    }                                                                                                              \
    void __real___tsan_atomic##bits##_store(volatile type *, type, int);                                           \
    void __wrap___tsan_atomic##bits##_store(volatile type *address, type value, int order)                         \
    {                                                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        __real___tsan_atomic##bits##_store(address, value, order);                                                 \
    }                                                                                                              \
    type __real___tsan_atomic##bits##_compare_exchange_val(volatile type *, type, type, int, int);                 \
    type __wrap___tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value,      \
                                                           int order, int otherwise)                               \
    {                                                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        return __real___tsan_atomic##bits##_compare_exchange_val(address, expected, value, order, otherwise);      \
    }
#else
#define OPERATION(bits, type, name, builtin)                                                       \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order)               \
    {                                                                                              \
        (void)order;                                                                               \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                        \
        return builtin(address, value, __ATOMIC_SEQ_CST);                                          \
    }
#define EXCHANGE(bits, type, how)                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_##how(volatile type *address, type *expected, type value, int order, \
                                                     int otherwise)                                                \
    {                                                                                                              \
        (void)order, (void)otherwise;                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    }
#define REST(bits, type)                                                                                           \
    type __tsan_atomic##bits##_load(const volatile type *address, int order)                                       \
    {                                                                                                              \
        (void)order;                                                                                               \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                         \
    }                                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order)                                \
    {                                                                                                              \
        (void)order;                                                                                               \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order,  \
                                                    int otherwise)                                                 \
    {                                                                                                              \
        (void)order, (void)otherwise;                                                                              \
        smtcb_event(ATOMIC, PC, address, sizeof(type), "");                                                        \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
        return expected;                                                                                           \
    }

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }
#endif

#define ATOMICS(bits, type)                                \
    OPERATION(bits, type, exchange, __atomic_exchange_n)   \
    OPERATION(bits, type, fetch_add, __atomic_fetch_add)   \
    OPERATION(bits, type, fetch_sub, __atomic_fetch_sub)   \
    OPERATION(bits, type, fetch_and, __atomic_fetch_and)   \
    OPERATION(bits, type, fetch_or, __atomic_fetch_or)     \
    OPERATION(bits, type, fetch_xor, __atomic_fetch_xor)   \
    OPERATION(bits, type, fetch_nand, __atomic_fetch_nand) \
    EXCHANGE(bits, type, strong)                           \
    EXCHANGE(bits, type, weak)                             \
    REST(bits, type)

ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned int)
ATOMICS(64, unsigned long)

/* Copies are made byte by byte: others may come in between. */
#ifdef SMTCB_TSAN
#define TELL(kind, address, pc) __tsan_##kind##1_pc((void *)(address), pc)
#else
#define TELL(kind, address, pc)
#endif

static void copy_byte(char *target, const char *source, void *pc)
{
    char byte;

    smtcb_event(READ, pc, source, 1, "");
    TELL(read, source, pc);
    byte = *(const volatile char *)source;
    smtcb_event(WRITE, pc, target, 1, "");
    TELL(write, target, pc);
    *(volatile char *)target = byte;
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
        TELL(write, (char *)target + i, pc);
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
#ifndef SMTCB_TSAN
void *__tsan_memcpy(void *target, const void *source, size_t size) { return copy(target, source, size, PC); }
void *__tsan_memmove(void *target, const void *source, size_t size) { return copy(target, source, size, PC); }
void *__tsan_memset(void *target, int byte, size_t size) { return fill(target, byte, size, PC); }
#endif

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
        TELL(read, text + i, PC);
        if (!text[i])
            return i;
    }
}

int __wrap_strcmp(const char *left, const char *right)
{
    for (size_t i = 0;; i++) {
        unsigned char a, b;

        smtcb_event(READ, PC, left + i, 1, "");
        TELL(read, left + i, PC);
        a = left[i];
        smtcb_event(READ, PC, right + i, 1, "");
        TELL(read, right + i, PC);
        b = right[i];
        if (a != b || !a)
            return a - b;
    }
}
