// verdict: assertion
// except: cseq slow
/* A jump out of a section in which a signal is blocked leaves it blocked: `setjmp` does not keep the mask. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t happened;

static void handler(int signal)
{
    happened = signal;
}

static void *jumps(void *unused)
{
    jmp_buf place;
    sigset_t some;

    sigemptyset(&some);
    sigaddset(&some, SIGALRM);
    if (setjmp(place) == 0) {
        pthread_sigmask(SIG_BLOCK, &some, 0);
        raise(SIGALRM);
        longjmp(place, 1);
    }
    assert(happened); // here
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
