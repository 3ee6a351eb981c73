// verdict: safe  bounds: symbolic=1
// except: cseq large
// except: explicit many-inputs
/* Timers, signals and changes of files as descriptors: what is read has its form. */
#include <assert.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void timers(void)
{
    struct itimerspec second = {{0, 0}, {1, 0}}, left;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    uint64_t count;

    if (timer < 0)
        return;
    assert(timerfd_settime(timer, 0, &second, NULL) == 0 && timerfd_gettime(timer, &left) == 0);
    assert(read(timer, &count, 4) == -1);
    assert(read(timer, &count, sizeof count) == sizeof count && count > 0);
}

static void signals(void)
{
    struct signalfd_siginfo told;
    sigset_t set;
    int descriptor;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    descriptor = signalfd(-1, &set, 0);
    if (descriptor < 0)
        return;
    raise(SIGUSR1);
    assert(read(descriptor, &told, sizeof told) == sizeof told && told.ssi_signo == SIGUSR1);
}

static void changes(void)
{
    char buffer[64] __attribute__((aligned(8)));
    const struct inotify_event *event = (const struct inotify_event *)buffer;
    int descriptor = inotify_init(), other = inotify_init1(IN_NONBLOCK);

    if (descriptor < 0 || inotify_add_watch(descriptor, "/tmp", IN_CREATE) < 0)
        return;
    if (read(descriptor, buffer, sizeof buffer) > 0)
        assert(event->len == 0 || event->name[event->len - 1] == '\0');
    inotify_rm_watch(other, 1);
}

int main(void)
{
    eventfd_t value;
    int counter = eventfd(0, 0);

    assert(eventfd_write(counter, 3) == 0 && eventfd_read(counter, &value) == 0 && value == 3);
    timers();
    signals();
    changes();
    return 0;
}
