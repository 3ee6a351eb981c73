/* Waiting for several descriptors by epoll. Which of them is ready, nobody knows; what was said about it comes back. */
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

enum { MOST_WATCHED = 16, ADD = 1, DELETE = 2, CHANGE = 3, ERROR = 8, HANG_UP = 16 };

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
    if (operation != DELETE)
        wanted = *(struct event *)event;
    __smtcb_atomic_begin();
    error = change(by, operation, descriptor, wanted);
    __smtcb_atomic_end();
    if (error != 0) {
        errno = error;
        return -1;
    }
    return 0;
}

int epoll_wait(int by, void *events, int count, int timeout)
{
    struct event *told = events;
    struct watched watched;
    int ready = 0;

    pthread_testcancel();
    if (__VERIFIER_nondet_bool()) {
        errno = EINTR;
        return -1;
    }
    for (int i = 0; i < MOST_WATCHED && ready < count; i++) {
        __smtcb_atomic_begin();
        watched = list[i];
        __smtcb_atomic_end();
        if (watched.by == by && by > 0 && __VERIFIER_nondet_bool()) {
            watched.event.events &= __VERIFIER_nondet_uint() | 1;
            watched.event.events |= __VERIFIER_nondet_uint() & (ERROR | HANG_UP);
            __smtcb_assume((watched.event.events & 0xffff) != 0);
            told[ready++] = watched.event;
        }
    }
    if (timeout < 0)
        __smtcb_assume(ready > 0);
    return ready;
}

int epoll_pwait(int by, void *events, int count, int timeout, const sigset_t *mask)
{
    if (mask != NULL)
        __smtcb_unsupported("epoll_pwait with a mask of signals");
    return epoll_wait(by, events, count, timeout);
}

int pselect(int count, void *readable, void *writable, void *exceptional, const struct timespec *timeout,
            const sigset_t *mask)
{
    if (mask != NULL)
        __smtcb_unsupported("pselect with a mask of signals");
    return select(count, readable, writable, exceptional, (void *)timeout);
}

int ppoll(void *descriptors, unsigned long count, const struct timespec *timeout, const sigset_t *mask)
{
    if (mask != NULL)
        __smtcb_unsupported("ppoll with a mask of signals");
    return poll(descriptors, count, timeout == NULL ? -1 : 0);
}
