/* Pipes: what is written comes out again, in its order. Whoever reads from an empty one waits, unless nobody can write to
   it any more, or the end does not block. Programs that have no pipe do not come here: read, write, close and those that
   wait for descriptors look at `pipe` first. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <unistd.h>

ssize_t __smtcb_write(int descriptor, const void *source, size_t size);

enum { MOST_DESCRIPTORS = 32, MOST_BYTES = 512 };

struct pipe {
    struct __smtcb_byte bytes[MOST_BYTES]; /* from `first` on, in a ring */
    unsigned first;
    unsigned count;
    _Bool can_be_read; /* is the end open? */
    _Bool can_be_written;
};

/* What eventfd makes: who reads gets what others have added. */
struct counter {
    unsigned long long value;
    _Bool by_one;
};

struct end {
    struct pipe *pipe;
    struct counter *counter;
    _Bool writes;
    _Bool never_waits; /* O_NONBLOCK */
};

static struct end ends[MOST_DESCRIPTORS];

static void open_end(int descriptor, struct pipe *pipe, _Bool writes, int flags)
{
    if (descriptor >= MOST_DESCRIPTORS)
        __smtcb_unsupported("pipes with descriptors above 31");
    ends[descriptor].pipe = pipe;
    ends[descriptor].writes = writes;
    ends[descriptor].never_waits = (flags & O_NONBLOCK) != 0;
}

int pipe2(int descriptors[2], int flags)
{
    struct pipe *made = __smtcb_allocate_internally(sizeof(struct pipe), 1);
    int first;

    __smtcb_atomic_begin();
    made->can_be_read = 1;
    made->can_be_written = 1;
    first = __smtcb_next_descriptor;
    __smtcb_next_descriptor += 2;
    open_end(first, made, 0, flags);
    open_end(first + 1, made, 1, flags);
    __smtcb_atomic_end();
    descriptors[0] = first;
    descriptors[1] = first + 1;
    return 0;
}

int pipe(int descriptors[2])
{
    return pipe2(descriptors, 0);
}

int eventfd(unsigned int value, int flags)
{
    struct counter *made = __smtcb_allocate_internally(sizeof(struct counter), 1);
    int descriptor;

    made->value = value;
    made->by_one = (flags & 1) != 0;
    __smtcb_atomic_begin();
    descriptor = __smtcb_next_descriptor++;
    open_end(descriptor, NULL, 0, flags);
    ends[descriptor].counter = made;
    __smtcb_atomic_end();
    return descriptor;
}

int eventfd_read(int descriptor, unsigned long long *value)
{
    return __smtcb_read_pipe(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, unsigned long long value)
{
    return __smtcb_write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* For use inside atomic sections, like the next. */
static struct counter *counter_of(int descriptor)
{
    return descriptor < 0 || descriptor >= MOST_DESCRIPTORS ? NULL : ends[descriptor].counter;
}

/* The pipe behind a descriptor; for use inside atomic sections. */
static struct pipe *pipe_of(int descriptor, _Bool writes)
{
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS || ends[descriptor].writes != writes)
        return NULL;
    return ends[descriptor].pipe;
}

_Bool __smtcb_is_pipe(int descriptor)
{
    _Bool found;

    __smtcb_atomic_begin();
    found = pipe_of(descriptor, 0) != NULL || pipe_of(descriptor, 1) != NULL || counter_of(descriptor) != NULL;
    __smtcb_atomic_end();
    return found;
}

/* What fcntl does with the flags of an end. */
int __smtcb_flags_of_pipe(int descriptor)
{
    int flags;

    __smtcb_atomic_begin();
    flags = (ends[descriptor].never_waits ? O_NONBLOCK : 0)
            | (ends[descriptor].counter != NULL ? O_RDWR : ends[descriptor].writes ? O_WRONLY : O_RDONLY);
    __smtcb_atomic_end();
    return flags;
}

void __smtcb_set_flags_of_pipe(int descriptor, int flags)
{
    __smtcb_atomic_begin();
    ends[descriptor].never_waits = (flags & O_NONBLOCK) != 0;
    __smtcb_atomic_end();
}

/* All of them: bit n is descriptor n. */
unsigned __smtcb_pipes(void)
{
    unsigned found = 0;

    __smtcb_atomic_begin();
    for (int i = 0; i < MOST_DESCRIPTORS && i < __smtcb_next_descriptor; i++)
        if (ends[i].pipe != NULL || ends[i].counter != NULL)
            found |= 1U << i;
    __smtcb_atomic_end();
    return found;
}

/* Those that can be read, or written, without waiting: what select, poll and epoll_wait tell of pipes. Waits until there is
   a wanted one, where it is asked to. */
struct __smtcb_ready __smtcb_ready_pipes(unsigned to_read, unsigned to_write, _Bool waits)
{
    struct __smtcb_ready ready = {0, 0, 0};
    _Bool cancelled;

    __smtcb_atomic_begin();
    for (int i = 0; i < MOST_DESCRIPTORS && i < __smtcb_next_descriptor; i++) {
        struct pipe *pipe = ends[i].pipe;
        struct counter *counter = ends[i].counter;

        if (counter != NULL) {
            ready.to_read |= (counter->value > 0 ? 1U : 0) << i;
            ready.to_write |= 1U << i;
        } else if (pipe != NULL && ends[i].writes) {
            ready.to_write |= (pipe->count < MOST_BYTES || !pipe->can_be_read ? 1U : 0) << i;
            ready.closed |= (pipe->can_be_read ? 0 : 1U) << i;
        } else if (pipe != NULL) {
            ready.to_read |= (pipe->count > 0 || !pipe->can_be_written ? 1U : 0) << i;
            ready.closed |= (pipe->can_be_written ? 0 : 1U) << i;
        }
    }
    if (waits)
        __smtcb_wait_for_interruptibly((ready.to_read & to_read) != 0 || (ready.to_write & to_write) != 0
                                           || (ready.closed & (to_read | to_write)) != 0 || __smtcb_cancelled(),
                                       "one of the descriptors is ready", ends, NULL, 0);
    cancelled = waits && __smtcb_cancelled();
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    return ready;
}

int __smtcb_close_pipe(int descriptor)
{
    __smtcb_atomic_begin();
    if (ends[descriptor].counter != NULL)
        ends[descriptor].counter = NULL;
    else if (ends[descriptor].writes)
        ends[descriptor].pipe->can_be_written = 0;
    else
        ends[descriptor].pipe->can_be_read = 0;
    ends[descriptor].pipe = NULL;
    __smtcb_atomic_end();
    return 0;
}

static long read_counter(struct counter *counter, _Bool waits, void *target, size_t size)
{
    unsigned long long value;
    _Bool cancelled;

    if (size < sizeof value) {
        errno = EINVAL;
        return -1;
    }
    __smtcb_atomic_begin();
    __smtcb_wait_for_interruptibly(counter->value > 0 || !waits || __smtcb_cancelled(),
                                   "somebody has added to the counter", counter, NULL, 0);
    cancelled = __smtcb_cancelled() && counter->value == 0 && waits;
    value = counter->by_one && counter->value > 0 ? 1 : counter->value;
    counter->value -= value;
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (value == 0) {
        errno = EAGAIN;
        return -1;
    }
    *(unsigned long long *)target = value;
    return sizeof value;
}

long __smtcb_read_pipe(int descriptor, void *target, size_t size)
{
    struct counter *counter;
    _Bool waits;
    struct __smtcb_byte taken[MOST_BYTES];
    struct __smtcb_byte *bytes = target;
    struct pipe *pipe;
    size_t count = 0, i;
    _Bool cancelled = 0;
    _Bool would_wait = 0;

    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    waits = !ends[descriptor].never_waits;
    __smtcb_atomic_end();
    if (counter != NULL)
        return read_counter(counter, waits, target, size);
    __smtcb_atomic_begin();
    pipe = pipe_of(descriptor, 0);
    if (pipe != NULL && size > 0) {
        if (waits)
            __smtcb_wait_for_interruptibly(pipe->count > 0 || !pipe->can_be_written || __smtcb_cancelled(),
                                           "something is in the pipe", pipe, NULL, 0);
        cancelled = waits && __smtcb_cancelled() && pipe->count == 0 && pipe->can_be_written;
        would_wait = !waits && pipe->count == 0 && pipe->can_be_written;
        count = pipe->count < size ? pipe->count : size;
        for (i = 0; i < count; i++)
            taken[i] = pipe->bytes[(pipe->first + i) % MOST_BYTES];
        pipe->first = (unsigned)((pipe->first + count) % MOST_BYTES);
        pipe->count -= (unsigned)count;
    }
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (pipe == NULL || would_wait) {
        errno = pipe == NULL ? EBADF : EAGAIN;
        return -1;
    }
    for (i = 0; i < count; i++)
        bytes[i] = taken[i];
    return (long)count;
}

static long write_counter(struct counter *counter, const void *source, size_t size)
{
    unsigned long long value;

    if (size < sizeof value) {
        errno = EINVAL;
        return -1;
    }
    value = *(const unsigned long long *)source;
    __smtcb_atomic_begin();
    if (counter->value + value < value)
        __smtcb_unsupported("a counter of eventfd that is full");
    counter->value += value;
    __smtcb_atomic_end();
    return sizeof value;
}

/* What is written at once stays together. */
static long write_pipe(int descriptor, const void *source, size_t size)
{
    struct __smtcb_byte given[MOST_BYTES];
    const struct __smtcb_byte *bytes = source;
    struct pipe *pipe;
    size_t i;

    if (size > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a pipe");
    for (i = 0; i < size; i++)
        given[i] = bytes[i];
    __smtcb_atomic_begin();
    pipe = pipe_of(descriptor, 1);
    if (pipe != NULL) {
        if (!pipe->can_be_read)
            __smtcb_unsupported("writing to a pipe that nobody can read any more (SIGPIPE)");
        if (pipe->count + size > MOST_BYTES)
            __smtcb_unsupported("more than 512 bytes in a pipe");
        for (i = 0; i < size; i++)
            pipe->bytes[(pipe->first + pipe->count + i) % MOST_BYTES] = given[i];
        pipe->count += (unsigned)size;
    }
    __smtcb_atomic_end();
    if (pipe == NULL) {
        errno = EBADF;
        return -1;
    }
    return (long)size;
}

/* What `write` means in a program with pipes. */
ssize_t __smtcb_write(int descriptor, const void *source, size_t size)
{
    struct counter *counter;

    pthread_testcancel();
    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    __smtcb_atomic_end();
    if (counter != NULL)
        return write_counter(counter, source, size);
    if (__smtcb_is_pipe(descriptor))
        return write_pipe(descriptor, source, size);
    return __smtcb_some_bytes(write(descriptor, source, size));
}
