// verdict: safe
// except: cseq slow
/* A signal that is there is taken at once; one that may come from outside is waited for. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

int main(void)
{
    struct timespec now = {0, 0};
    siginfo_t information;
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    assert(sigtimedwait(&set, NULL, &now) == -1 && errno == EAGAIN);
    raise(SIGALRM);
    assert(sigtimedwait(&set, &information, &now) == SIGALRM && information.si_signo == SIGALRM);
    raise(SIGALRM);
    assert(sigwaitinfo(&set, NULL) == SIGALRM);
    raise(SIGALRM);
    assert(sigwait(&set, &number) == 0 && number == SIGALRM);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    assert(sigwait(&set, &number) == 0 && number == SIGTERM);
    return 0;
}
