/* Which descriptors are open. The lowest one that is not open is given out, as POSIX says: whoever goes on to use what it
   has closed may meet somebody else's file. Programs that close nothing do not come here (__smtcb_closes_descriptors()):
   they cannot tell, and descriptors are counted there. */
#include <errno.h>
#include <smtcb.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 64 };

typedef unsigned long long set;

static set opened = 7; /* the standard streams */
static set closed;     /* given out once, and not open now; of other numbers nothing is known: others may have opened them */

/* 1 where functions without a body may open descriptors, too. */
int __smtcb_others_may_open = 0;

static set bit_of(int descriptor)
{
    return descriptor < 0 || descriptor >= MOST_DESCRIPTORS ? 0 : 1ULL << (descriptor & 63);
}

/* The lowest one that is not in the set, which has room. Without a loop, and by branches that compare with constants: of two
   possible sets it is then known which one it is where it matters. */
static int lowest_beside(set taken)
{
    int lowest = 0;

    if ((taken & 0xffffffff) == 0xffffffff) {
        lowest += 32;
        taken >>= 32;
    }
    if ((taken & 0xffff) == 0xffff) {
        lowest += 16;
        taken >>= 16;
    }
    if ((taken & 0xff) == 0xff) {
        lowest += 8;
        taken >>= 8;
    }
    if ((taken & 0xf) == 0xf) {
        lowest += 4;
        taken >>= 4;
    }
    if ((taken & 3) == 3) {
        lowest += 2;
        taken >>= 2;
    }
    return taken & 1 ? lowest + 1 : lowest;
}

/* Inside an atomic section. */
static void mark_open(int descriptor, set bit)
{
    opened |= bit;
    if (closed & bit)
        closed &= ~bit;
    if (descriptor >= __smtcb_next_descriptor)
        __smtcb_next_descriptor = descriptor + 1;
}

/* The lowest one from `least` on; -1 where all are open. */
int __smtcb_take_descriptor(int least)
{
    set taken;
    int descriptor = -1;

    __smtcb_atomic_begin();
    taken = opened | (least > 0 ? bit_of(least) - 1 : 0);
    if (taken != ~0ULL) {
        descriptor = lowest_beside(taken);
        mark_open(descriptor, bit_of(descriptor));
    }
    __smtcb_atomic_end();
    if (descriptor < 0)
        errno = EMFILE;
    return descriptor;
}

/* This one, which is open afterwards, whatever it was. Inside an atomic section. */
void __smtcb_take_this_descriptor(int descriptor)
{
    set bit = bit_of(descriptor);

    if (bit == 0)
        __smtcb_unsupported("dup2 onto a descriptor above 63");
    if (opened & bit)
        __smtcb_close_file_of(descriptor);
    mark_open(descriptor, bit);
}

/* Those that are certainly not open. */
unsigned long long __smtcb_closed_descriptors(void)
{
    set found;

    __smtcb_atomic_begin();
    found = closed;
    __smtcb_atomic_end();
    return found != 0 && __smtcb_others_may_open && __VERIFIER_nondet_bool() ? 0 : found;
}

_Bool __smtcb_is_closed(int descriptor)
{
    return (__smtcb_closed_descriptors() & bit_of(descriptor)) != 0;
}

int __smtcb_close_descriptor(int descriptor)
{
    set bit = bit_of(descriptor);
    _Bool fails;

    __smtcb_atomic_begin();
    fails = descriptor < 0 || ((closed & bit) && !(__smtcb_others_may_open && __VERIFIER_nondet_bool()));
    if (!fails) {
        __smtcb_close_file_of(descriptor);
        closed |= opened & bit;
        opened &= ~bit;
    }
    __smtcb_atomic_end();
    if (fails) {
        errno = EBADF;
        return -1;
    }
    return 0;
}
