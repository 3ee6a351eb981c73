// verdict: safe
/* Places to jump to are set up, and nobody jumps. */
#include <assert.h>
#include <setjmp.h>

#ifdef __SMTCB__
extern int __sigsetjmp_cancel(void *environment, int save_mask);
extern int _setjmp(jmp_buf environment);
#endif

int main(void)
{
    jmp_buf place;
    sigjmp_buf with_mask;

    assert(setjmp(place) == 0);
    assert(_setjmp(place) == 0);
    assert(sigsetjmp(with_mask, 1) == 0);
    assert(__sigsetjmp(with_mask, 0) == 0);
#ifdef __SMTCB__
    assert(__sigsetjmp_cancel(place, 0) == 0);
#endif
}
