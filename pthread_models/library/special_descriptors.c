/* Descriptors of timers, signals and changes of files. What select, poll and epoll tell of them is anything; what `read`
   gives has its form. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 32 };
enum kind { ORDINARY, TIMER, SIGNALS, CHANGES };

struct special {
    enum kind kind;
    _Bool never_waits;
    sigset_t signals;
};

static struct special list[MOST_DESCRIPTORS];

static int fails(int error)
{
    errno = error;
    return -1;
}

static int make(enum kind kind, int flags)
{
    int descriptor;

    if (__VERIFIER_nondet_bool())
        return fails(EMFILE);
    __smtcb_atomic_begin();
    descriptor = __smtcb_next_free_descriptor();
    if (descriptor >= MOST_DESCRIPTORS)
        __smtcb_unsupported("descriptors of timers and signals above 31");
    if (descriptor >= 0) {
        list[descriptor].kind = kind;
        list[descriptor].never_waits = (flags & O_NONBLOCK) != 0;
    }
    __smtcb_atomic_end();
    return descriptor;
}

static struct special find(int descriptor)
{
    struct special found = {ORDINARY};

    if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) {
        __smtcb_atomic_begin();
        found = list[descriptor];
        __smtcb_atomic_end();
    }
    return found;
}

int timerfd_create(clockid_t clock, int flags)
{
    (void)clock;
    return make(TIMER, flags);
}

/* When it goes off, nobody knows. */
int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    (void)flags;
    if (find(descriptor).kind != TIMER)
        return fails(EINVAL);
    if (!__smtcb_is_duration(&value->it_value) || !__smtcb_is_duration(&value->it_interval))
        return fails(EINVAL);
    return old == NULL ? 0 : timerfd_gettime(descriptor, old);
}

static void any_duration(struct timespec *duration)
{
    duration->tv_sec = __VERIFIER_nondet_uint() & 0x7fffffff;
    duration->tv_nsec = __VERIFIER_nondet_uint() & 0x3fffffff;
    __smtcb_assume(duration->tv_nsec < 1000000000);
}

int timerfd_gettime(int descriptor, struct itimerspec *value)
{
    if (find(descriptor).kind != TIMER)
        return fails(EINVAL);
    any_duration(&value->it_value);
    any_duration(&value->it_interval);
    return 0;
}

int signalfd(int descriptor, const sigset_t *mask, int flags)
{
    if (descriptor == -1)
        descriptor = make(SIGNALS, flags);
    else if (find(descriptor).kind != SIGNALS)
        return fails(EINVAL);
    if (descriptor >= 0) {
        sigset_t wanted = *mask;

        __smtcb_atomic_begin();
        list[descriptor].signals = wanted;
        __smtcb_atomic_end();
    }
    return descriptor;
}

int inotify_init1(int flags)
{
    return make(CHANGES, flags);
}

int inotify_init(void)
{
    return inotify_init1(0);
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask)
{
    (void)descriptor;
    (void)path;
    (void)mask;
    return __VERIFIER_nondet_bool() ? fails(ENOENT) : 1 + (__VERIFIER_nondet_int() & 0xff);
}

int inotify_rm_watch(int descriptor, int watch)
{
    (void)descriptor;
    (void)watch;
    return __VERIFIER_nondet_bool() ? fails(EINVAL) : 0;
}

_Bool __smtcb_is_special(int descriptor)
{
    return find(descriptor).kind != ORDINARY;
}

void __smtcb_close_special(int descriptor)
{
    if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) {
        __smtcb_atomic_begin();
        list[descriptor].kind = ORDINARY;
        __smtcb_atomic_end();
    }
}

void __smtcb_share_special(int descriptor, int other)
{
    struct special special = find(descriptor);

    if (special.kind == ORDINARY)
        return;
    if (other >= MOST_DESCRIPTORS)
        __smtcb_unsupported("descriptors of timers and signals above 31");
    list[other] = special;
}

/* How often the timer went off. */
static long read_timer(const struct special *special, void *target, size_t size)
{
    uint64_t count;

    if (size < sizeof count)
        return fails(EINVAL);
    if (special->never_waits && __VERIFIER_nondet_bool())
        return fails(EAGAIN);
    count = __VERIFIER_nondet_bool() ? 1 : __VERIFIER_nondet_ulong();
    __smtcb_assume(count > 0);
    *(uint64_t *)target = count;
    return sizeof count;
}

static long read_signal(const struct special *special, void *target, size_t size)
{
    static const struct timespec now = {0, 0};
    struct signalfd_siginfo told = {0};
    siginfo_t information;
    int signal;

    if (size < sizeof told)
        return fails(EINVAL);
    if (special->never_waits)
        signal = sigtimedwait(&special->signals, &information, &now);
    else
        signal = sigwaitinfo(&special->signals, &information);
    if (signal < 0)
        return -1;
    told.ssi_signo = (uint32_t)signal;
    told.ssi_code = information.si_code;
    told.ssi_int = information.si_value.sival_int;
    told.ssi_pid = __VERIFIER_nondet_uint() & 0x7fffffff;
    told.ssi_uid = __VERIFIER_nondet_uint();
    *(struct signalfd_siginfo *)target = told;
    return sizeof told;
}

/* One change at a time, with a name of up to 15 characters, or without. */
static long read_change(const struct special *special, void *target, size_t size)
{
    struct inotify_event *event = target;
    enum { NAME = 16 };
    unsigned length = __VERIFIER_nondet_bool() ? NAME : 0;

    if (size < sizeof *event + NAME)
        return fails(EINVAL);
    if (special->never_waits && __VERIFIER_nondet_bool())
        return fails(EAGAIN);
    event->wd = __VERIFIER_nondet_int();
    event->mask = __VERIFIER_nondet_uint();
    event->cookie = __VERIFIER_nondet_uint();
    event->len = length;
    if (length > 0) {
        __smtcb_write_anything(event->name, NAME);
        event->name[NAME - 1] = '\0';
    }
    return (long)(sizeof *event + length);
}

long __smtcb_read_special(int descriptor, void *target, size_t size)
{
    struct special special = find(descriptor);

    if (special.kind == TIMER)
        return read_timer(&special, target, size);
    if (__smtcb_is_part("signalfd"))
        if (special.kind == SIGNALS)
            return read_signal(&special, target, size);
    return read_change(&special, target, size);
}
