// verdict: safe
// except: cseq slow
/* What is blocked is kept and comes back if `sigsetjmp` is told so; else it stays as it is. A signal that was waiting
   happens then. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t happened;

static void handler(int signal)
{
    happened = signal;
}

static int is_blocked(int signal)
{
    sigset_t now;

    pthread_sigmask(SIG_SETMASK, 0, &now);
    return sigismember(&now, signal);
}

static void *jumps(void *unused)
{
    sigjmp_buf place;
    sigset_t some;

    sigemptyset(&some);
    sigaddset(&some, SIGALRM);
    if (sigsetjmp(place, 1) == 0) {
        pthread_sigmask(SIG_BLOCK, &some, 0);
        raise(SIGALRM);
        assert(is_blocked(SIGALRM) && !happened);
        siglongjmp(place, 1);
    }
    assert(!is_blocked(SIGALRM) && happened == SIGALRM);
    if (sigsetjmp(place, 0) == 0) {
        pthread_sigmask(SIG_BLOCK, &some, 0);
        siglongjmp(place, 1);
    }
    assert(is_blocked(SIGALRM));
    return unused;
}

int main(void)
{
    pthread_t thread;

    signal(SIGALRM, handler);
    pthread_create(&thread, 0, jumps, 0);
    pthread_join(thread, 0);
    return 0;
}
