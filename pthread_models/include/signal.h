#ifndef _SIGNAL_H
#define _SIGNAL_H 1

#include <bits/pthread_types.h>
#include <bits/sigset.h>
#include <bits/timespec.h>

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT SIGABRT
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL SIGIO
#define SIGPWR 30
#define SIGSYS 31
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define _NSIG 65
#define SIG_ERR ((void (*)(int))-1)
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_HOLD ((void (*)(int))2)
#define sigmask(signal) (1 << ((signal)-1))
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SI_USER 0
#define SI_KERNEL 128
#define SI_QUEUE -1
#define SI_TIMER -2
#define SI_MESGQ -3
#define SI_ASYNCIO -4
#define SI_SIGIO -5
#define SI_TKILL -6
#define si_int si_value.sival_int
#define si_ptr si_value.sival_ptr
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLADR 3
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define ILL_COPROC 7
#define ILL_BADSTK 8
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define FPE_FLTOVF 4
#define FPE_FLTUND 5
#define FPE_FLTRES 6
#define FPE_FLTINV 7
#define FPE_FLTSUB 8
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_OBJERR 3
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_TRAPPED 4
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#define POLL_IN 1
#define POLL_OUT 2
#define POLL_MSG 3
#define POLL_ERR 4
#define POLL_PRI 5
#define POLL_HUP 6

typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef sighandler_t __sighandler_t;

union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;

/* For the models: who has sent a signal, and what came with it. */
struct __smtcb_sent_along {
    union sigval value;
    int code;
};
extern struct __smtcb_sent_along __smtcb_sent_along[];

typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
    union {
        struct {
            pid_t si_pid;
            uid_t si_uid;
            union {
                int si_status;
                sigval_t si_value;
            };
        };
        void *si_addr;
        long si_band;
#if __SIZEOF_POINTER__ == 8
        char __padding[112];
#else
        char __padding[116];
#endif
    };
} siginfo_t;

struct sigevent {
    sigval_t sigev_value;
    int sigev_signo;
    int sigev_notify;
    void (*sigev_notify_function)(sigval_t);
    pthread_attr_t *sigev_notify_attributes;
#if __SIZEOF_POINTER__ == 8
    char __padding[32];
#else
    char __padding[44];
#endif
};

struct sigaction {
    union {
        sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

sighandler_t signal(int signal, sighandler_t handler);
sighandler_t sysv_signal(int signal, sighandler_t handler);
sighandler_t __sysv_signal(int signal, sighandler_t handler);
sighandler_t bsd_signal(int signal, sighandler_t handler);
sighandler_t ssignal(int signal, sighandler_t handler);
int gsignal(int signal);
int raise(int signal);
int kill(pid_t pid, int signal);
int killpg(pid_t group, int signal);
int sigaction(int signal, const struct sigaction *action, struct sigaction *old_action);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
int sigdelset(sigset_t *set, int signal);
int sigismember(const sigset_t *set, int signal);
int sigisemptyset(const sigset_t *set);
int sigorset(sigset_t *set, const sigset_t *left, const sigset_t *right);
int sigandset(sigset_t *set, const sigset_t *left, const sigset_t *right);
int sigblock(int mask);
int sigsetmask(int mask);
int siggetmask(void);
int sigprocmask(int how, const sigset_t *set, sigset_t *old_set);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);
int sigwait(const sigset_t *set, int *signal);
int sigwaitinfo(const sigset_t *set, siginfo_t *info);
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout);
int sigqueue(pid_t pid, int signal, sigval_t value);
int siginterrupt(int signal, int flag);
sighandler_t sigset(int signal, sighandler_t disposition);
int sighold(int signal);
int sigrelse(int signal);
int sigignore(int signal);
int sigpause(int signal);
int sigaltstack(const stack_t *stack, stack_t *old_stack);
int pthread_kill(pthread_t thread, int signal);
int pthread_sigqueue(pthread_t thread, int signal, sigval_t value);
int tgkill(pid_t process, pid_t thread, int signal);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old_set);

#endif
