/* Output that fails. The executor prints, and that always goes well; where a program looks at the result, the front end
   lets it go through one of these (esbmc_py/frontend/failures.py). */
#include <errno.h>
#include <smtcb.h>
#include <stddef.h>

/* 0 for a single execution. */
int __smtcb_output_may_fail = 1;

static _Bool may_fail(void)
{
    return __smtcb_output_may_fail && __VERIFIER_nondet_bool();
}

/* Only a handler can interrupt a call. */
static void fail(void)
{
    errno = __VERIFIER_nondet_bool() ? EIO : ENOSPC;
    if (__smtcb_is_part("__smtcb_signal_point"))
        if (__VERIFIER_nondet_bool())
            errno = EINTR;
}

int __smtcb_unless_it_fails(int result)
{
    if (result < 0 || !may_fail())
        return result;
    fail();
    return -1;
}

/* How much is printed only the machine knows: not less than nothing. */
int __smtcb_unless_printing_fails(int result)
{
    __smtcb_assume(result >= 0);
    return __smtcb_unless_it_fails(result);
}

/* Set by each `close`: a pipe is always closed. */
_Thread_local _Bool __smtcb_closed_a_pipe;

int __smtcb_unless_close_fails(int result)
{
    return result < 0 || __smtcb_closed_a_pipe ? result : __smtcb_unless_it_fails(result);
}

enum { FEW = 8 };

/* Any smaller number, not zero. Whoever tries all values tries no more of them than there are. */
static unsigned long less_than(unsigned long most)
{
    unsigned long count = 1;

    if (most > FEW) {
        count = 1 + __smtcb_up_to(most - 2);
    } else {
        while (count + 1 < most && __VERIFIER_nondet_bool())
            count++;
    }
    return count;
}

/* Of what was to be written, some; at least a byte, if there was any. */
long __smtcb_some_bytes(long result)
{
    if (result >= 0 && may_fail()) {
        fail();
        return -1;
    }
    return result < 2 || !may_fail() ? result : (long)less_than((unsigned long)result);
}

unsigned long __smtcb_some_items(unsigned long result)
{
    if (!may_fail())
        return result;
    fail();
    return result < 2 || __VERIFIER_nondet_bool() ? 0 : less_than(result);
}
