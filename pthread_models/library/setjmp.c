/* Non-local jumps: what goes on behind them is in esbmc_py/goto/long_jumps.py. The header is not included, since
   programs that were preprocessed elsewhere have a jmp_buf of their own: the first words of it are used. */
#include <smtcb.h>

_Thread_local unsigned long __smtcb_jump_target; /* the ticket of the activation that somebody jumps to; 0: nobody does */
_Thread_local int __smtcb_jump_value;
static _Thread_local unsigned long tickets;

enum { TICKET, OWNER, HAS_MASK, MASK, REST_OF_MASK };

unsigned long __smtcb_set_jump(void *environment, unsigned long ticket)
{
    unsigned long *state = environment;

    if (ticket == 0)
        ticket = ++tickets;
    state[TICKET] = ticket;
    state[OWNER] = (unsigned long)&tickets;
    state[HAS_MASK] = 0;
    return ticket;
}

/* Which signals are blocked belongs to what `siglongjmp` goes back to, if `sigsetjmp` was told so. */
void __smtcb_keep_mask(void *environment, int save_mask)
{
    unsigned long *state = environment;

    if (__smtcb_is_part("pthread_sigmask"))
        if (save_mask != 0) {
            state[HAS_MASK] = 1;
            state[MASK] = (unsigned long)__smtcb_blocked;
            state[REST_OF_MASK] = (unsigned long)(__smtcb_blocked >> 32);
        }
}

int setjmp(void *environment)
{
    __smtcb_set_jump(environment, 0);
    return 0;
}

int _setjmp(void *environment)
{
    return setjmp(environment);
}

int sigsetjmp(void *environment, int save_mask)
{
    setjmp(environment);
    __smtcb_keep_mask(environment, save_mask);
    return 0;
}

int __sigsetjmp(void *environment, int save_mask)
{
    return sigsetjmp(environment, save_mask);
}

/* glibc's pthread_cleanup_push calls this one, under a name of its own. */
int __sigsetjmp_cancel(void *environment, int save_mask);

int __sigsetjmp_cancel(void *environment, int save_mask)
{
    (void)environment;
    (void)save_mask;
    return 0;
}

void longjmp(void *environment, int value)
{
    unsigned long *state = environment;

    if (state[TICKET] == 0 || state[OWNER] != (unsigned long)&tickets)
        __smtcb_unsupported("longjmp without a setjmp of the same thread");
    if (__smtcb_is_part("pthread_sigmask"))
        if (state[HAS_MASK])
            __smtcb_set_mask((__smtcb_signal_set)state[REST_OF_MASK] << 32 | (unsigned)state[MASK]);
    __smtcb_atomic_begin(); /* no signal comes while somebody is on the way */
    __smtcb_jump_value = value == 0 ? 1 : value;
    __smtcb_jump_target = state[TICKET];
    __smtcb_atomic_end();
}

void _longjmp(void *environment, int value)
{
    longjmp(environment, value);
}

void siglongjmp(void *environment, int value)
{
    longjmp(environment, value);
}
