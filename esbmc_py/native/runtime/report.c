/* What happened, line by line, for whoever started the process; and the ends that nobody else would notice. */
#include "runtime.h"

static int report = -2;
static int ended;

static int report_file(void)
{
    if (report == -2) {
        const char *path = getenv("SMTCB_REPORT");

        report = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : 2;
        /* the program may look at its environment */
    }
    return report;
}

void smtcb_report(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2)
        length = sizeof line - 2;
    line[length++] = '\n';
    if (write(report_file(), line, length) < 0)
        return;
}

/* Nothing was violated, and nothing goes on. */
void smtcb_end_without_violation(int status)
{
#ifdef SMTCB_IS_TEST
    status = 0;
#endif
    ended = 1;
    fflush(NULL);
    _exit(status);
}

/* After a violation has been reported that the process itself would not end at. A debugger stops here. */
void smtcb_violation(void)
{
    ended = 1;
    __real_signal(SIGABRT, SIG_DFL);
    __real_abort();
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct task *self = smtcb_self;

    (void)context;
    if (!ended) {
        const char *where = self ? smtcb_where(self->next.pc ? self->next.pc : self->last_pc) : "?";

        ended = 1;
        if (number == SIGABRT)
            smtcb_report("violation abort thread %d at %s", self ? self->number : -1, where);
        else
            smtcb_report("violation signal %d thread %d at %s address %p", number, self ? self->number : -1, where,
                         info->si_addr);
    }
    __real_signal(number, SIG_DFL);
}

#define NUDGE SIGURG /* whose default is to be ignored */

static void on_nudge(int number)
{
    int error = errno;

    (void)number;
    smtcb_nudge();
    errno = error;
}

/* If nobody has come to an event for a while, somebody runs in a loop without one, or waits for the outside. */
static void *watch(void *unused)
{
    const char *text = getenv("SMTCB_PATIENCE");
    double patience = text ? atof(text) : 5.0;
    unsigned long seen = ~0UL;
    double still = 0, over = 0;

    (void)unused;
    for (;;) {
        struct timespec pause = {0, 50000000};

        __real_nanosleep(&pause, NULL);
        still = seen == smtcb_progress ? still + 0.05 : 0;
        seen = smtcb_progress;
        over += smtcb_is_over() ? 0.05 : 0;
        if (still >= 0.2 && smtcb_running && !smtcb_running->ended)
            __real_pthread_kill(smtcb_running->handle, NUDGE);
        if ((still >= patience || over >= 2 * patience) && !ended) {
            int i;

            ended = 1;
            smtcb_report("stuck");
            for (i = 0; i < smtcb_task_count; i++)
                if (!smtcb_tasks[i]->ended && !smtcb_tasks[i]->ready && !smtcb_tasks[i]->next.kind)
                    smtcb_report("running thread %d after %s", i, smtcb_where(smtcb_tasks[i]->last_pc));
            _exit(97);
        }
    }
    return NULL;
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void smtcb_watch(void)
{
    static char stack[1 << 16];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction nudge = {.sa_handler = on_nudge, .sa_flags = SA_RESTART};
    struct rlimit no_core = {0, 0};
    sigset_t all, before;
    pthread_t watcher;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!getenv("SMTCB_CORE"))
        setrlimit(RLIMIT_CORE, &no_core);
    sigaltstack(&alternative, NULL);
    __real_sigaction(SIGSEGV, &action, NULL);
    __real_sigaction(SIGBUS, &action, NULL);
    __real_sigaction(SIGFPE, &action, NULL);
    __real_sigaction(SIGILL, &action, NULL);
    __real_sigaction(SIGABRT, &action, NULL);
    __real_sigaction(NUDGE, &nudge, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!getenv("SMTCB_NO_WATCH"))
        __real_pthread_create(&watcher, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Assertions of the C library. */
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

void __wrap___assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    const char *slash = strrchr(file, '/');

    ended = 1;
    smtcb_report("violation assertion thread %d at %s:%u: %s", smtcb_self ? smtcb_self->number : -1,
                 slash ? slash + 1 : file, line, condition);
    __real_signal(SIGABRT, SIG_DFL);
    __real___assert_fail(condition, file, line, function);
}

void __wrap_abort(void)
{
    if (!ended) {
        ended = 1;
        smtcb_report("violation abort thread %d at %s", smtcb_self ? smtcb_self->number : -1,
                     smtcb_where((uintptr_t)__builtin_return_address(0)));
    }
    __real_signal(SIGABRT, SIG_DFL);
    __real_abort();
}

/* Only where the program declares them and leaves them open. */
static void reached(const char *what, void *pc)
{
    ended = 1;
    smtcb_report("violation reached thread %d at %s: %s", smtcb_self ? smtcb_self->number : -1,
                 smtcb_where((uintptr_t)pc), what);
    smtcb_violation();
}

#define REACHED(name) \
    __attribute__((weak)) void name(void) { reached(#name, __builtin_return_address(0)); }
REACHED(reach_error)
REACHED(__VERIFIER_error)

/* With -finstrument-functions, where a function that must not be called is one of the program's own. */
void __cyg_profile_func_enter(void *function, void *caller)
{
    const char *name = smtcb_error_function((uintptr_t)function);

    if (name)
        reached(name, caller);
}

void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }

static void require(int condition, const char *what, void *pc)
{
    if (!condition)
        reached(what, pc);
}

__attribute__((weak)) void __VERIFIER_assert(int condition)
{
    require(condition, "__VERIFIER_assert", __builtin_return_address(0));
}

__attribute__((weak)) void __CPROVER_assert(int condition, const char *text)
{
    require(condition, text, __builtin_return_address(0));
}

__attribute__((weak)) void __ESBMC_assert(int condition, const char *text)
{
    require(condition, text, __builtin_return_address(0));
}

/* An execution in which an assumption does not hold is none. */
static void assume(int condition, void *pc)
{
    if (!condition && smtcb_self)
        smtcb_stand_still(pc);
}

#define ASSUME(name) \
    __attribute__((weak)) void name(int condition) { assume(condition, __builtin_return_address(0)); }
ASSUME(__VERIFIER_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)

/* Nobody else runs while a thread is in an atomic section, unless it has to wait there. */
static void enter_section(int more)
{
    if (!smtcb_self || smtcb_self->sections + more < 0)
        return;
    smtcb_self->sections += more;
    if (!smtcb_self->sections)
        smtcb_self->in_section = 0;
}

#define SECTION(prefix)                                                            \
    __attribute__((weak)) void prefix##atomic_begin(void) { enter_section(1); }    \
    __attribute__((weak)) void prefix##atomic_end(void) { enter_section(-1); }
SECTION(__VERIFIER_)
SECTION(__CPROVER_)
SECTION(__ESBMC_)

/* Undefined behaviour of arithmetic, where -fsanitize=signed-integer-overflow and its like are on. */
static void undefined(const char *what, void *pc)
{
    ended = 1;
    smtcb_report("violation undefined thread %d at %s: %s", smtcb_self ? smtcb_self->number : -1,
                 smtcb_where((uintptr_t)pc), what);
    smtcb_violation();
}

#define UNDEFINED(name, what)                                                                         \
    void __ubsan_handle_##name(void) { undefined(what, __builtin_return_address(0)); }                \
    void __ubsan_handle_##name##_abort(void) { undefined(what, __builtin_return_address(0)); }
UNDEFINED(add_overflow, "signed overflow")
UNDEFINED(sub_overflow, "signed overflow")
UNDEFINED(mul_overflow, "signed overflow")
UNDEFINED(negate_overflow, "signed overflow")
UNDEFINED(divrem_overflow, "division by zero, or its result does not fit")
UNDEFINED(shift_out_of_bounds, "invalid shift")
UNDEFINED(out_of_bounds, "index out of bounds")
