/* What comes from outside: any bytes, and any number of them. */
#include <smtcb.h>
#include <stddef.h>

/* Like memory that nobody has written: any value, decided when somebody looks at it. */
void __smtcb_write_anything(void *target, unsigned long size)
{
    struct __smtcb_byte *bytes = target;

    __smtcb_will_write(target, size);
    if (size == 0)
        return;
    if (__smtcb_havoc(bytes, size))
        return;
    for (size_t i = 0; i < size; i++) {
        struct __smtcb_byte anything;

        bytes[i] = anything;
    }
}

unsigned long __smtcb_up_to(unsigned long most)
{
    unsigned long count = __VERIFIER_nondet_ulong();

    return count < most ? count : most;
}
