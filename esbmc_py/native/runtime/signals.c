/* Signals: they come where the counterexample has them, and nowhere else. What a program sends to its threads is kept
   back until then; what comes from outside is sent by the thread to itself. The handler is the program's own. */
#include "runtime.h"

#define PC __builtin_return_address(0)

int __real_kill(pid_t, int);

int __real_pthread_sigmask(int, const sigset_t *, sigset_t *);
int __real_sigprocmask(int, const sigset_t *, sigset_t *);

static int alarm_is_set;

/* --- which signals may come: a handler is called after it has been set up --- */

int __wrap_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    smtcb_event(CALL, PC, NULL, 0, "sigaction");
    return __real_sigaction(number, action, old);
}

sighandler_t __wrap_signal(int number, sighandler_t handler)
{
    smtcb_event(CALL, PC, NULL, 0, "signal");
    return __real_signal(number, handler);
}

int __wrap_pthread_sigmask(int how, const sigset_t *mask, sigset_t *old)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_sigmask");
    return __real_pthread_sigmask(how, mask, old);
}

int __wrap_sigprocmask(int how, const sigset_t *mask, sigset_t *old)
{
    smtcb_event(CALL, PC, NULL, 0, "sigprocmask");
    return __real_sigprocmask(how, mask, old);
}

/* --- they come --- */

/* The kernel calls the handler before this returns; or later, if the thread blocks the signal. */
void smtcb_send_to_self(int number)
{
    int inside = smtcb_inside;
    struct event next = smtcb_self->next;

    smtcb_inside = 0; /* the handler is the program's own code */
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number);
    smtcb_inside = inside;
    smtcb_self->next = next;
    smtcb_self->caught++;
}

/* Once the plan is over: those that were kept back. */
void smtcb_take_signals(void)
{
    unsigned long all = smtcb_self->signals;

    smtcb_self->signals = 0;
    for (int number = 1; number < 64; number++)
        if (all >> number & 1)
            smtcb_send_to_self(number);
}

/* Everybody waits: then an alarm goes off. */
struct task *smtcb_alarm_wakes(void)
{
    if (!alarm_is_set)
        return NULL;
    alarm_is_set = 0;
    for (int i = 0; i < smtcb_task_count; i++)
        if (!smtcb_tasks[i]->ended) {
            smtcb_tasks[i]->signals |= 1UL << SIGALRM;
            return smtcb_tasks[i];
        }
    return NULL;
}

static int has_handler(int number)
{
    struct sigaction action;

    return number > 0 && number < 64 && !__real_sigaction(number, NULL, &action) && action.sa_handler != SIG_DFL
           && action.sa_handler != SIG_IGN;
}

/* To one thread (NULL: to whoever the counterexample says). The call itself is an event, before which the handler may
   have run already. */
static void send(struct task *task, int number)
{
    if (smtcb_self->ahead == number)
        smtcb_self->ahead = 0;
    else if (task == smtcb_self || (!task && !smtcb_is_planned(-1, number)))
        smtcb_send_to_self(number);
    else if (task && !smtcb_is_planned(task->number, number))
        task->signals |= 1UL << number;
}

int __wrap_pthread_kill(pthread_t thread, int number)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_kill");
    if (smtcb_self && has_handler(number))
        for (int i = 0; i < smtcb_task_count; i++)
            if (!smtcb_tasks[i]->ended && pthread_equal(smtcb_tasks[i]->handle, thread)) {
                send(smtcb_tasks[i], number);
                return 0;
            }
    return __real_pthread_kill(thread, number);
}

int __wrap_kill(pid_t process, int number)
{
    smtcb_event(CALL, PC, NULL, 0, "kill");
    if (!smtcb_self || process != getpid() || !has_handler(number))
        return __real_kill(process, number);
    send(NULL, number);
    return 0;
}

int __wrap_raise(int number)
{
    smtcb_event(CALL, PC, NULL, 0, "raise");
    if (!smtcb_self || !has_handler(number))
        return __real_pthread_kill(pthread_self(), number);
    send(smtcb_self, number);
    return 0;
}

unsigned __wrap_alarm(unsigned seconds)
{
    long long left = 0;

    smtcb_event(CALL, PC, NULL, 0, "alarm");
    smtcb_next_input("alarm", &left, NULL);
    alarm_is_set = seconds != 0 && !smtcb_is_planned(-1, SIGALRM);
    return left;
}

struct pausing {
    struct task *task;
    unsigned long before;
};

static int has_caught(void *pausing)
{
    return ((struct pausing *)pausing)->task->caught != ((struct pausing *)pausing)->before;
}

int __wrap_pause(void)
{
    struct pausing pausing;

    smtcb_event(CALL, PC, NULL, 0, "pause");
    pausing = (struct pausing){smtcb_self, smtcb_self->caught};
    smtcb_wait_until(has_caught, &pausing, "a signal arrives", NULL, PC, 0);
    errno = EINTR;
    return -1;
}

int __wrap_sigsuspend(const sigset_t *mask)
{
    struct pausing pausing;
    sigset_t old;

    smtcb_event(CALL, PC, NULL, 0, "sigsuspend");
    pausing = (struct pausing){smtcb_self, smtcb_self->caught};
    __real_pthread_sigmask(SIG_SETMASK, mask, &old);
    smtcb_wait_until(has_caught, &pausing, "a signal arrives", NULL, PC, 0);
    __real_pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = EINTR;
    return -1;
}
