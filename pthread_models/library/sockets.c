/* Sockets, and waiting for descriptors. Whatever comes over them is anything, as much as there is room for at most, and
   every call may fail. Addresses and sets are bytes here: programs bring their own structures for them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(void)
{
    errno = __VERIFIER_nondet_bool() ? EINTR : __VERIFIER_nondet_bool() ? EAGAIN : EIO;
    return -1;
}

static int any_success(void)
{
    return __VERIFIER_nondet_bool() ? fails() : 0;
}

/* No longer than there is room for: nobody brings too little. */
static void write_address(void *address, unsigned *size)
{
    unsigned length;

    if (address == NULL || size == NULL)
        return;
    length = (unsigned)__smtcb_up_to(*size);
    __smtcb_write_anything(address, length);
    *size = length;
}

int socket(int domain, int type, int protocol)
{
    (void)domain;
    (void)type;
    (void)protocol;
    return open("", O_RDWR);
}

int accept(int descriptor, void *address, unsigned *size)
{
    int accepted;

    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    if (__VERIFIER_nondet_bool())
        return fails();
    accepted = open("", O_RDWR);
    if (accepted >= 0)
        write_address(address, size);
    return accepted;
}

int accept4(int descriptor, void *address, unsigned *size, int flags)
{
    (void)flags;
    return accept(descriptor, address, size);
}

int bind(int descriptor, const void *address, unsigned size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)address;
    (void)size;
    return any_success();
}

int listen(int descriptor, int backlog)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)backlog;
    return any_success();
}

int connect(int descriptor, const void *address, unsigned size)
{
    (void)address;
    (void)size;
    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    return any_success();
}

int shutdown(int descriptor, int how)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)how;
    return any_success();
}

int getsockname(int descriptor, void *address, unsigned *size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    if (any_success() < 0)
        return -1;
    write_address(address, size);
    return 0;
}

int getpeername(int descriptor, void *address, unsigned *size)
{
    return getsockname(descriptor, address, size);
}

int setsockopt(int descriptor, int level, int option, const void *value, unsigned size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)level;
    (void)option;
    (void)value;
    (void)size;
    return any_success();
}

int getsockopt(int descriptor, int level, int option, void *value, unsigned *size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)level;
    (void)option;
    if (any_success() < 0)
        return -1;
    __smtcb_write_anything(value, *size);
    return 0;
}

static ssize_t any_count(size_t size)
{
    return __VERIFIER_nondet_bool() ? fails() : (ssize_t)__smtcb_up_to(size);
}

ssize_t recv(int descriptor, void *target, size_t size, int flags)
{
    ssize_t count;

    (void)flags;
    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    count = any_count(size);
    if (count > 0)
        __smtcb_write_anything(target, (size_t)count);
    return count;
}

ssize_t recvfrom(int descriptor, void *target, size_t size, int flags, void *address, unsigned *address_size)
{
    ssize_t count = recv(descriptor, target, size, flags);

    if (count >= 0)
        write_address(address, address_size);
    return count;
}

ssize_t send(int descriptor, const void *source, size_t size, int flags)
{
    (void)source;
    (void)flags;
    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    return any_count(size);
}

ssize_t sendto(int descriptor, const void *source, size_t size, int flags, const void *address, unsigned address_size)
{
    (void)address;
    (void)address_size;
    return send(descriptor, source, size, flags);
}

ssize_t pread(int descriptor, void *target, size_t size, off_t offset)
{
    (void)offset;
    return recv(descriptor, target, size, 0);
}

ssize_t pwrite(int descriptor, const void *source, size_t size, off_t offset)
{
    (void)offset;
    return send(descriptor, source, size, 0);
}

static int ones_in(unsigned long long word)
{
    word -= word >> 1 & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)(word * 0x0101010101010101ULL >> 56);
}

/* Of the descriptors that somebody waits for, any may be ready; of pipes it is known which. How many these are. */
static int some_of(int count, unsigned long *set, unsigned pipes, unsigned ready_pipes)
{
    const int bits = 8 * (int)sizeof(unsigned long);
    int ready = 0;

    for (int word = 0; set != NULL && word * bits < count; word++) {
        unsigned long known = word == 0 ? pipes : 0;
        unsigned long others = set[word] & ~known;
        unsigned long left = set[word] & known & ready_pipes;

        if (others != 0)
            left |= others & __VERIFIER_nondet_ulong();
        if (count - word * bits < bits)
            left &= (1UL << (count - word * bits)) - 1;
        set[word] = left;
        ready += ones_in(left);
    }
    return ready;
}

static unsigned long first_word(int count, const unsigned long *set)
{
    return set == NULL || count <= 0 ? 0 : count < 32 ? set[0] & ((1UL << count) - 1) : set[0];
}

static _Bool is_empty_behind(int count, const unsigned long *set)
{
    const int bits = 8 * (int)sizeof(unsigned long);

    for (int word = 1; set != NULL && word * bits < count; word++)
        if (set[word] != 0)
            return 0;
    return 1;
}

static _Bool has_closed_ones(int count, const unsigned long *readable, const unsigned long *writable,
                             const unsigned long *exceptional)
{
    unsigned long wanted = first_word(count, readable) | first_word(count, writable) | first_word(count, exceptional);

    return wanted != 0 && (__smtcb_closed_descriptors() & wanted) != 0;
}

int select(int count, void *readable, void *writable, void *exceptional, void *timeout)
{
    struct __smtcb_ready now = {0, 0, 0};
    unsigned pipes = 0;
    int ready = 0;

    pthread_testcancel();
    if (__smtcb_closes_descriptors())
        if (has_closed_ones(count, readable, writable, exceptional)) {
            errno = EBADF;
            return -1;
        }
    if (count < 0 || __VERIFIER_nondet_bool())
        return fails();
    if (__smtcb_is_part("pipe")) {
        unsigned long to_read = first_word(count, readable), to_write = first_word(count, writable);
        _Bool only_pipes;

        pipes = __smtcb_pipes();
        only_pipes = ((to_read | to_write | first_word(count, exceptional)) & ~(unsigned long)pipes) == 0
                     && is_empty_behind(count, readable) && is_empty_behind(count, writable)
                     && is_empty_behind(count, exceptional);
        now = __smtcb_ready_pipes((unsigned)to_read, (unsigned)to_write, timeout == NULL && only_pipes);
    }
    ready += some_of(count, readable, pipes, now.to_read);
    ready += some_of(count, writable, pipes, now.to_write);
    ready += some_of(count, exceptional, pipes, 0);
    if (timeout == NULL)
        __smtcb_assume(ready > 0);
    return ready;
}

enum { IN = 1, OUT = 4, BROKEN = 8, HANG_UP = 16, NOT_OPEN = 32 };

struct waited_for {
    int descriptor;
    short events;
    short ready;
};

static unsigned bit_of(int descriptor)
{
    return descriptor < 0 || descriptor > 31 ? 0 : 1U << descriptor;
}

/* What is told of a pipe. */
static int events_of(unsigned bit, struct __smtcb_ready now, int wanted)
{
    return ((now.to_read & bit ? IN : 0) | (now.to_write & bit ? OUT : 0)
            | (now.closed & bit ? (now.to_write & bit ? BROKEN : HANG_UP) : 0))
           & (wanted | BROKEN | HANG_UP);
}

/* What is told of a descriptor that is no pipe. */
static int any_of(int wanted)
{
    int trouble = 0;

    if (__VERIFIER_nondet_bool())
        trouble = (__VERIFIER_nondet_bool() ? BROKEN : 0) | (__VERIFIER_nondet_bool() ? HANG_UP : 0)
                  | (__VERIFIER_nondet_bool() ? NOT_OPEN : 0);
    return (__VERIFIER_nondet_bool() ? wanted & IN : 0) | (__VERIFIER_nondet_bool() ? wanted & OUT : 0)
           | (wanted & ~(IN | OUT) ? wanted & ~(IN | OUT) & __VERIFIER_nondet_short() : 0) | trouble;
}

static struct __smtcb_ready look_at_pipes(const struct waited_for *list, unsigned long count, _Bool waits, unsigned *pipes)
{
    unsigned to_read = 0, to_write = 0;

    *pipes = __smtcb_pipes();
    for (unsigned long i = 0; i < count; i++) {
        unsigned bit = bit_of(list[i].descriptor);

        to_read |= list[i].events & IN ? bit : 0;
        to_write |= list[i].events & OUT ? bit : 0;
        waits = waits && (list[i].descriptor < 0 || (*pipes & bit));
    }
    return __smtcb_ready_pipes(to_read, to_write, waits);
}

int poll(void *descriptors, unsigned long count, int timeout)
{
    struct waited_for *list = descriptors;
    struct __smtcb_ready now = {0, 0, 0};
    unsigned pipes = 0;
    unsigned long long closed = 0;
    int ready = 0;

    pthread_testcancel();
    if (__VERIFIER_nondet_bool())
        return fails();
    if (__smtcb_is_part("pipe"))
        now = look_at_pipes(list, count, timeout < 0, &pipes);
    if (__smtcb_closes_descriptors())
        closed = __smtcb_closed_descriptors();
    for (unsigned long i = 0; i < count; i++) {
        unsigned bit = bit_of(list[i].descriptor);

        if (list[i].descriptor < 0)
            list[i].ready = 0;
        else if (list[i].descriptor < 64 && (closed >> list[i].descriptor & 1))
            list[i].ready = NOT_OPEN;
        else
            list[i].ready = (short)(pipes & bit ? events_of(bit, now, list[i].events) : any_of(list[i].events));
        ready += list[i].ready != 0;
    }
    if (timeout < 0)
        __smtcb_assume(ready > 0);
    return ready;
}

/* The parts of a message beside its bytes: one begins where the one before it ends, if there is room. */
struct control_part {
    size_t length;
    int level;
    int type;
};

struct control_message {
    void *name;
    unsigned name_size;
    void *parts;
    size_t count;
    void *control;
    size_t control_size;
    int flags;
};

void *__cmsg_nxthdr(struct control_message *message, struct control_part *part)
{
    size_t word = sizeof(size_t);
    size_t begin = (size_t)((char *)part - (char *)message->control);
    size_t next;

    if (part->length < sizeof *part || part->length > message->control_size)
        return NULL;
    next = begin + (part->length + word - 1) / word * word;
    return next + sizeof *part > message->control_size ? NULL : (char *)message->control + next;
}
