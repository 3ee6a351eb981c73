/* Pipes: what is written comes out again, in its order. Whoever reads from an empty one waits, unless nobody can write to
   it any more, or the end does not block. Programs that have no channel do not come here: read, write, close and those that
   wait for descriptors look at `pipe` first. (Nothing else here is called like that: what is mentioned is part of a program.) */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <unistd.h>

ssize_t __smtcb_write(int descriptor, const void *source, size_t size);

enum { MOST_DESCRIPTORS = 32, MOST_BYTES = 512 };

/* `never_waits`: O_NONBLOCK, which all descriptors of an end have in common. */
struct channel {
    struct __smtcb_byte bytes[MOST_BYTES]; /* from `first` on, in a ring */
    unsigned first;
    unsigned count;
    unsigned readers; /* how many descriptors it can be read by */
    unsigned writers;
    _Bool reading_never_waits;
    _Bool writing_never_waits;
};

/* What eventfd makes: who reads gets what others have added. */
struct counter {
    unsigned long long value;
    _Bool by_one;
    _Bool never_waits;
};

struct end {
    struct channel *channel;
    struct counter *counter;
    _Bool writes;
};

static struct end ends[MOST_DESCRIPTORS];

static void set_end(int descriptor, struct channel *channel, struct counter *counter, _Bool writes)
{
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS)
        __smtcb_unsupported("pipes with descriptors above 31");
    ends[descriptor].channel = channel;
    ends[descriptor].counter = counter;
    ends[descriptor].writes = writes;
}

/* There is a descriptor: pipes are always made. */
static int new_end(struct channel *channel, struct counter *counter, _Bool writes)
{
    int descriptor;

    __smtcb_atomic_begin();
    descriptor = __smtcb_next_free_descriptor();
    set_end(descriptor, channel, counter, writes);
    __smtcb_atomic_end();
    return descriptor;
}

int pipe2(int descriptors[2], int flags)
{
    struct channel *made = __smtcb_allocate_internally(sizeof(struct channel), 1);
    int to_read, to_write;

    made->readers = 1;
    made->writers = 1;
    made->reading_never_waits = (flags & O_NONBLOCK) != 0;
    made->writing_never_waits = (flags & O_NONBLOCK) != 0;
    to_read = new_end(made, NULL, 0); /* others may take one in between */
    to_write = new_end(made, NULL, 1);
    descriptors[0] = to_read;
    descriptors[1] = to_write;
    return 0;
}

int pipe(int descriptors[2])
{
    return pipe2(descriptors, 0);
}

int eventfd(unsigned int value, int flags)
{
    struct counter *made = __smtcb_allocate_internally(sizeof(struct counter), 1);

    made->value = value;
    made->by_one = (flags & 1) != 0;
    made->never_waits = (flags & O_NONBLOCK) != 0;
    return new_end(NULL, made, 0);
}

int eventfd_read(int descriptor, unsigned long long *value)
{
    return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
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

static struct channel *pipe_of(int descriptor, _Bool writes)
{
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS || ends[descriptor].writes != writes)
        return NULL;
    return ends[descriptor].channel;
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
    struct counter *counter;
    struct channel *to_read, *to_write;
    int flags = 0;

    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    to_read = pipe_of(descriptor, 0);
    to_write = pipe_of(descriptor, 1);
    if (counter != NULL)
        flags = O_RDWR | (counter->never_waits ? O_NONBLOCK : 0);
    else if (to_read != NULL)
        flags = O_RDONLY | (to_read->reading_never_waits ? O_NONBLOCK : 0);
    else if (to_write != NULL)
        flags = O_WRONLY | (to_write->writing_never_waits ? O_NONBLOCK : 0);
    __smtcb_atomic_end();
    return flags;
}

void __smtcb_set_flags_of_pipe(int descriptor, int flags)
{
    struct counter *counter;
    struct channel *to_read, *to_write;
    _Bool never_waits = (flags & O_NONBLOCK) != 0;

    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    to_read = pipe_of(descriptor, 0);
    to_write = pipe_of(descriptor, 1);
    if (counter != NULL)
        counter->never_waits = never_waits;
    else if (to_read != NULL)
        to_read->reading_never_waits = never_waits;
    else if (to_write != NULL)
        to_write->writing_never_waits = never_waits;
    __smtcb_atomic_end();
}

/* All of them: bit n is descriptor n. */
unsigned __smtcb_pipes(void)
{
    unsigned found = 0;

    __smtcb_atomic_begin();
    for (int i = 0; i < MOST_DESCRIPTORS; i++)
        if (ends[i].channel != NULL || ends[i].counter != NULL)
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
    for (int i = 0; i < MOST_DESCRIPTORS; i++) {
        struct channel *channel = ends[i].channel;
        struct counter *counter = ends[i].counter;

        if (counter != NULL) {
            ready.to_read |= (counter->value > 0 ? 1U : 0) << i;
            ready.to_write |= 1U << i;
        } else if (channel != NULL && ends[i].writes) {
            ready.to_write |= (channel->count < MOST_BYTES || channel->readers == 0 ? 1U : 0) << i;
            ready.closed |= (channel->readers > 0 ? 0 : 1U) << i;
        } else if (channel != NULL) {
            ready.to_read |= (channel->count > 0 || channel->writers == 0 ? 1U : 0) << i;
            ready.closed |= (channel->writers > 0 ? 0 : 1U) << i;
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

/* Inside an atomic section, like the next. */
void __smtcb_close_pipe(int descriptor)
{
    struct channel *to_read = pipe_of(descriptor, 0), *to_write = pipe_of(descriptor, 1);

    __smtcb_closed_a_pipe = to_read != NULL || to_write != NULL || counter_of(descriptor) != NULL;
    if (!__smtcb_closed_a_pipe)
        return;
    if (to_read != NULL)
        to_read->readers--;
    if (to_write != NULL)
        to_write->writers--;
    ends[descriptor].channel = NULL;
    ends[descriptor].counter = NULL;
}

void __smtcb_share_pipe(int descriptor, int other)
{
    struct counter *counter = counter_of(descriptor);
    struct channel *to_read = pipe_of(descriptor, 0), *to_write = pipe_of(descriptor, 1);

    if (to_read == NULL && to_write == NULL && counter == NULL)
        return;
    set_end(other, to_read != NULL ? to_read : to_write, counter, to_write != NULL);
    if (to_read != NULL)
        to_read->readers++;
    if (to_write != NULL)
        to_write->writers++;
}

static long read_counter(struct counter *counter, void *target, size_t size)
{
    _Bool waits;
    unsigned long long value;
    _Bool cancelled;

    if (size < sizeof value) {
        errno = EINVAL;
        return -1;
    }
    __smtcb_atomic_begin();
    waits = !counter->never_waits;
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

static long read_pipe(struct channel *channel, void *target, size_t size)
{
    _Bool waits;
    struct __smtcb_byte taken[MOST_BYTES];
    struct __smtcb_byte *bytes = target;
    size_t count = 0, i;
    _Bool cancelled = 0;
    _Bool would_wait = 0;

    if (size == 0)
        return 0;
    __smtcb_atomic_begin();
    waits = !channel->reading_never_waits;
    if (waits)
        __smtcb_wait_for_interruptibly(channel->count > 0 || channel->writers == 0 || __smtcb_cancelled(),
                                       "something is in the pipe", channel, NULL, 0);
    cancelled = waits && __smtcb_cancelled() && channel->count == 0 && channel->writers > 0;
    would_wait = !waits && channel->count == 0 && channel->writers > 0;
    count = channel->count < size ? channel->count : size;
    for (i = 0; i < count; i++)
        taken[i] = channel->bytes[(channel->first + i) % MOST_BYTES];
    channel->first = (unsigned)((channel->first + count) % MOST_BYTES);
    channel->count -= (unsigned)count;
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (would_wait) {
        errno = EAGAIN;
        return -1;
    }
    for (i = 0; i < count; i++)
        bytes[i] = taken[i];
    return (long)count;
}

/* Who reads or writes keeps what it has found, whoever closes the descriptor meanwhile. */
long __smtcb_read_pipe(int descriptor, void *target, size_t size)
{
    struct counter *counter;
    struct channel *channel;

    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    channel = pipe_of(descriptor, 0);
    __smtcb_atomic_end();
    if (counter != NULL)
        return read_counter(counter, target, size);
    if (channel != NULL)
        return read_pipe(channel, target, size);
    errno = EBADF;
    return -1;
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
static long write_pipe(struct channel *channel, const void *source, size_t size)
{
    struct __smtcb_byte given[MOST_BYTES];
    const struct __smtcb_byte *bytes = source;
    size_t i;

    if (size > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a pipe");
    for (i = 0; i < size; i++)
        given[i] = bytes[i];
    __smtcb_atomic_begin();
    if (channel->readers == 0)
        __smtcb_unsupported("writing to a pipe that nobody can read any more (SIGPIPE)");
    if (channel->count + size > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a pipe");
    for (i = 0; i < size; i++)
        channel->bytes[(channel->first + channel->count + i) % MOST_BYTES] = given[i];
    channel->count += (unsigned)size;
    __smtcb_atomic_end();
    return (long)size;
}

long __smtcb_write_pipe(int descriptor, const void *source, size_t size)
{
    struct counter *counter;
    struct channel *channel;

    __smtcb_atomic_begin();
    counter = counter_of(descriptor);
    channel = pipe_of(descriptor, 1);
    __smtcb_atomic_end();
    if (counter != NULL)
        return write_counter(counter, source, size);
    if (channel != NULL)
        return write_pipe(channel, source, size);
    errno = EBADF;
    return -1;
}
