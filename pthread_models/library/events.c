/* Waiting for several descriptors by epoll. Which of them is ready, nobody knows, unless it is a pipe; what was said about
   it comes back. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

int select(int count, void *readable, void *writable, void *exceptional, void *timeout);
int poll(void *descriptors, unsigned long count, int timeout);

enum { MOST_WATCHED = 16, ADD = 1, DELETE = 2, CHANGE = 3, IN = 1, OUT = 4, ERROR = 8, HANG_UP = 16 };

#define ONCE (1U << 30) /* EPOLLONESHOT: told once, then not before it is changed */
#define SETTINGS (15U << 28)

/* As the system has it: programs bring their own structure for it. */
struct event {
    uint32_t events;
    uint64_t data;
} __attribute__((packed));

struct watched {
    int by; /* the descriptor that stands for the set; 0: nobody */
    int descriptor;
    struct event event;
};

static struct watched list[MOST_WATCHED];

int epoll_create1(int flags)
{
    (void)flags;
    return open("", O_RDWR);
}

int epoll_create(int size)
{
    (void)size;
    return epoll_create1(0);
}

/* Inside an atomic section, like the next. */
static int place_of(int by, int descriptor)
{
    for (int i = 0; i < MOST_WATCHED; i++)
        if (list[i].by == by && (by == 0 || list[i].descriptor == descriptor))
            return i;
    return -1;
}

static int change(int by, int operation, int descriptor, struct event event)
{
    int place = place_of(by, descriptor);

    if (operation == ADD ? place >= 0 : place < 0)
        return operation == ADD ? EEXIST : ENOENT;
    if (operation == ADD)
        place = place_of(0, 0);
    if (place < 0)
        __smtcb_unsupported("epoll with more than 16 descriptors");
    list[place].by = operation == DELETE ? 0 : by;
    list[place].descriptor = descriptor;
    list[place].event = event;
    return 0;
}

int epoll_ctl(int by, int operation, int descriptor, void *event)
{
    struct event wanted = {0, 0};
    int error;

    if (by <= 0 || descriptor < 0 || operation < ADD || operation > CHANGE) {
        errno = EINVAL;
        return -1;
    }
    __SMTCB_MUST_BE_OPEN(by)
    __SMTCB_MUST_BE_OPEN(descriptor)
    if (operation != DELETE) {
        wanted = *(struct event *)event;
        wanted.events |= ERROR | HANG_UP;
    }
    __smtcb_atomic_begin();
    error = change(by, operation, descriptor, wanted);
    __smtcb_atomic_end();
    if (error != 0) {
        errno = error;
        return -1;
    }
    return 0;
}

/* A descriptor that is closed is in no set any more, and nobody is told of those of a closed set. */
void __smtcb_leave_events(int descriptor)
{
    __smtcb_atomic_begin();
    for (int i = 0; i < MOST_WATCHED; i++)
        if (list[i].by != 0 && (list[i].descriptor == descriptor || list[i].by == descriptor))
            list[i].by = 0;
    __smtcb_atomic_end();
}

/* What is told of a descriptor that is no pipe: anything, or nothing. */
static uint32_t any_of(uint32_t wanted)
{
    uint32_t told = wanted & ~SETTINGS & (__VERIFIER_nondet_uint() | 1);

    if (__VERIFIER_nondet_bool())
        return 0;
    __smtcb_assume((told & 0xffff) != 0);
    return told;
}

static uint32_t events_of(unsigned bit, struct __smtcb_ready now, uint32_t wanted)
{
    return ((now.to_read & bit ? IN : 0) | (now.to_write & bit ? OUT : 0)
            | (now.closed & bit ? (now.to_write & bit ? ERROR : HANG_UP) : 0))
           & (wanted | ERROR | HANG_UP);
}

static unsigned bit_of(int descriptor)
{
    return descriptor > 31 ? 0 : 1U << descriptor;
}

static struct __smtcb_ready look_at_pipes(int by, _Bool waits, unsigned *pipes)
{
    unsigned to_read = 0, to_write = 0;

    *pipes = __smtcb_pipes();
    __smtcb_atomic_begin();
    for (int i = 0; i < MOST_WATCHED; i++)
        if (list[i].by == by) {
            unsigned bit = bit_of(list[i].descriptor);

            to_read |= list[i].event.events & IN ? bit : 0;
            to_write |= list[i].event.events & OUT ? bit : 0;
            waits = waits && (*pipes & bit);
        }
    __smtcb_atomic_end();
    return __smtcb_ready_pipes(to_read, to_write, waits);
}

/* Of those that are told once only the first who waits is told, and it is asked for nothing then. */
static _Bool is_told(int place, int by, int descriptor)
{
    _Bool told;

    __smtcb_atomic_begin();
    told = list[place].by == by && list[place].descriptor == descriptor && (list[place].event.events & ~SETTINGS) != 0;
    if (told && (list[place].event.events & ONCE))
        list[place].event.events &= SETTINGS;
    __smtcb_atomic_end();
    return told;
}

int epoll_wait(int by, void *events, int count, int timeout)
{
    struct event *told = events;
    struct watched watched;
    struct __smtcb_ready now = {0, 0, 0};
    unsigned pipes = 0;
    int ready = 0;

    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(by)
    if (by <= 0 || __VERIFIER_nondet_bool()) {
        errno = by <= 0 ? EBADF : EINTR;
        return -1;
    }
    if (__smtcb_is_part("pipe"))
        now = look_at_pipes(by, timeout < 0, &pipes);
    for (int i = 0; i < MOST_WATCHED && ready < count; i++) {
        unsigned bit;

        __smtcb_atomic_begin();
        watched = list[i];
        __smtcb_atomic_end();
        if (watched.by != by || (watched.event.events & ~SETTINGS) == 0)
            continue;
        bit = bit_of(watched.descriptor);
        watched.event.events =
            pipes & bit ? events_of(bit, now, watched.event.events) : any_of(watched.event.events);
        if (watched.event.events != 0 && is_told(i, by, watched.descriptor))
            told[ready++] = watched.event;
    }
    if (timeout < 0)
        __smtcb_assume(ready > 0);
    return ready;
}

/* With a mask, which only who has handlers needs: another one while the call waits. */
#define WITH_MASK(mask, call)                                                                                          \
    __smtcb_signal_set before;                                                                                         \
    int result;                                                                                                        \
                                                                                                                       \
    if (mask == NULL)                                                                                                  \
        return call;                                                                                                   \
    result = __smtcb_waits_with_mask(mask, &before) ? -1 : call;                                                       \
    __smtcb_waited_with_mask(before);                                                                                  \
    return result;

int epoll_pwait(int by, void *events, int count, int timeout, const sigset_t *mask)
{
    WITH_MASK(mask, epoll_wait(by, events, count, timeout))
}

int pselect(int count, void *readable, void *writable, void *exceptional, const struct timespec *timeout,
            const sigset_t *mask)
{
    WITH_MASK(mask, select(count, readable, writable, exceptional, (void *)timeout))
}

int ppoll(void *descriptors, unsigned long count, const struct timespec *timeout, const sigset_t *mask)
{
    WITH_MASK(mask, poll(descriptors, count, timeout == NULL ? -1 : 0))
}
