/* Non-local jumps: setting one up is harmless, jumping is not supported. */
#include <setjmp.h>
#include <smtcb.h>

int setjmp(jmp_buf environment)
{
    (void)environment;
    return 0;
}

int _setjmp(jmp_buf environment)
{
    (void)environment;
    return 0;
}

int sigsetjmp(sigjmp_buf environment, int save_mask)
{
    (void)environment;
    (void)save_mask;
    return 0;
}

int __sigsetjmp(jmp_buf environment, int save_mask)
{
    (void)environment;
    (void)save_mask;
    return 0;
}

/* glibc's pthread_cleanup_push calls this one, under a name of its own. */
int __sigsetjmp_cancel(void *environment, int save_mask);

int __sigsetjmp_cancel(void *environment, int save_mask)
{
    (void)environment;
    (void)save_mask;
    return 0;
}

void longjmp(jmp_buf environment, int value)
{
    (void)environment;
    (void)value;
    __smtcb_unsupported("longjmp");
}

void _longjmp(jmp_buf environment, int value)
{
    longjmp(environment, value);
}

void siglongjmp(sigjmp_buf environment, int value)
{
    longjmp(environment, value);
}
