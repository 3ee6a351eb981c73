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
    unsigned char which = __VERIFIER_nondet_uchar();

    __smtcb_assume(which < 3);
    errno = which == 0 ? EINTR : which == 1 ? EAGAIN : EIO;
    return -1;
}

static int any_success(void)
{
    return __VERIFIER_nondet_bool() ? fails() : 0;
}

static void write_anything(void *target, size_t size)
{
    struct __smtcb_byte *bytes = target;

    for (size_t i = 0; i < size; i++) {
        struct __smtcb_byte anything;

        bytes[i] = anything;
    }
}

/* No longer than there is room for: nobody brings too little. */
static void write_address(void *address, unsigned *size)
{
    unsigned length = __VERIFIER_nondet_uint();

    if (address == NULL || size == NULL)
        return;
    __smtcb_assume(length <= *size);
    write_anything(address, length);
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

    (void)descriptor;
    pthread_testcancel();
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
    (void)descriptor;
    (void)address;
    (void)size;
    return any_success();
}

int listen(int descriptor, int backlog)
{
    (void)descriptor;
    (void)backlog;
    return any_success();
}

int connect(int descriptor, const void *address, unsigned size)
{
    (void)descriptor;
    (void)address;
    (void)size;
    pthread_testcancel();
    return any_success();
}

int shutdown(int descriptor, int how)
{
    (void)descriptor;
    (void)how;
    return any_success();
}

int getsockname(int descriptor, void *address, unsigned *size)
{
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
    (void)descriptor;
    (void)level;
    (void)option;
    (void)value;
    (void)size;
    return any_success();
}

int getsockopt(int descriptor, int level, int option, void *value, unsigned *size)
{
    (void)descriptor;
    (void)level;
    (void)option;
    if (any_success() < 0)
        return -1;
    write_anything(value, *size);
    return 0;
}

static ssize_t any_count(size_t size)
{
    ssize_t count = (ssize_t)__VERIFIER_nondet_long();

    __smtcb_assume(count >= -1 && (count < 0 || (size_t)count <= size));
    return count < 0 ? fails() : count;
}

ssize_t recv(int descriptor, void *target, size_t size, int flags)
{
    ssize_t count;

    (void)descriptor;
    (void)flags;
    pthread_testcancel();
    count = any_count(size);
    if (count > 0)
        write_anything(target, (size_t)count);
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
    (void)descriptor;
    (void)source;
    (void)flags;
    pthread_testcancel();
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

/* Of the descriptors that somebody waits for, any may be ready. How many these are. */
static int some_of(int count, unsigned long *set)
{
    const int bits = 8 * (int)sizeof(unsigned long);
    int ready = 0;

    for (int word = 0; set != NULL && word * bits < count; word++) {
        unsigned long left = set[word] & __VERIFIER_nondet_ulong();

        if (count - word * bits < bits)
            left &= (1UL << (count - word * bits)) - 1;
        set[word] = left;
        ready += ones_in(left);
    }
    return ready;
}

int select(int count, void *readable, void *writable, void *exceptional, void *timeout)
{
    int ready = 0;

    pthread_testcancel();
    if (count < 0 || __VERIFIER_nondet_bool())
        return fails();
    ready += some_of(count, readable);
    ready += some_of(count, writable);
    ready += some_of(count, exceptional);
    if (timeout == NULL)
        __smtcb_assume(ready > 0);
    return ready;
}

struct waited_for {
    int descriptor;
    short events;
    short ready;
};

int poll(void *descriptors, unsigned long count, int timeout)
{
    struct waited_for *list = descriptors;
    int ready = 0;

    pthread_testcancel();
    if (__VERIFIER_nondet_bool())
        return fails();
    for (unsigned long i = 0; i < count; i++) {
        list[i].ready = list[i].descriptor < 0 ? 0 : (short)(__VERIFIER_nondet_short() & (list[i].events | 0x38));
        ready += list[i].ready != 0;
    }
    if (timeout < 0)
        __smtcb_assume(ready > 0);
    return ready;
}
