/* What can be done with a descriptor besides reading and writing. Every call may fail. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

ssize_t recv(int descriptor, void *target, size_t size, int flags);
ssize_t send(int descriptor, const void *source, size_t size, int flags);

static int any_success(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    errno = __VERIFIER_nondet_bool() ? EAGAIN : EBADF;
    if (__smtcb_closes_descriptors()) /* then it is known who is told so */
        errno = errno == EBADF ? EIO : errno;
    return -1;
}

int openat(int directory, const char *path, int flags, ...)
{
    (void)directory;
    return open(path, flags);
}

/* Who holds the lock, if anybody does. */
static void tell_lock(struct flock *lock)
{
    if (__VERIFIER_nondet_bool()) {
        lock->l_type = F_UNLCK;
        return;
    }
    lock->l_type = __VERIFIER_nondet_bool() ? F_RDLCK : F_WRLCK;
    lock->l_whence = SEEK_SET;
    lock->l_pid = __VERIFIER_nondet_int() & 0xffff;
}

int fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    int flags;

    __SMTCB_MUST_BE_OPEN(descriptor)
    if (__smtcb_is_part("pipe")) {
        if (command == F_GETFL && __smtcb_is_pipe(descriptor))
            return __smtcb_flags_of_pipe(descriptor);
        if (command == F_SETFL && __smtcb_is_pipe(descriptor)) {
            va_start(arguments, command);
            flags = va_arg(arguments, int);
            va_end(arguments);
            __smtcb_set_flags_of_pipe(descriptor, flags);
            return 0;
        }
    }
    if (command == F_OFD_GETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW)
        __smtcb_unsupported("locks that belong to an open file (F_OFD_SETLK)"); /* they keep threads apart, too */
    if (command == F_SETLKW)
        pthread_testcancel();
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
        int least;

        va_start(arguments, command);
        least = va_arg(arguments, int);
        va_end(arguments);
        if (least >= 0)
            return __smtcb_other_descriptor(descriptor, least);
        errno = EINVAL;
        return -1;
    }
    if (any_success() < 0)
        return -1;
    if (command == F_GETFD)
        return __VERIFIER_nondet_bool();
    if (command == F_GETFL)
        return __VERIFIER_nondet_int() & (O_ACCMODE | O_APPEND | O_NONBLOCK | O_ASYNC);
    if (command == F_GETLK) {
        va_start(arguments, command);
        tell_lock(va_arg(arguments, struct flock *));
        va_end(arguments);
    }
    return command == F_GETOWN ? __VERIFIER_nondet_int() : 0;
}

int dup3(int descriptor, int target, int flags)
{
    (void)flags;
    if (descriptor == target) {
        errno = EINVAL;
        return -1;
    }
    return dup2(descriptor, target);
}

/* Locks of files are between processes: to the threads of one of them they are nothing. */
int flock(int descriptor, int operation)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)operation;
    return any_success();
}

int lockf(int descriptor, int command, off_t size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)size;
    if (command == F_LOCK)
        pthread_testcancel();
    return any_success();
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}

void sync(void)
{
}

int posix_fallocate(int descriptor, off_t offset, off_t size)
{
    (void)descriptor;
    (void)offset;
    (void)size;
    return __VERIFIER_nondet_bool() ? ENOSPC : 0;
}

int posix_fadvise(int descriptor, off_t offset, off_t size, int advice)
{
    (void)descriptor;
    (void)offset;
    (void)size;
    (void)advice;
    return 0;
}

struct part {
    void *base;
    size_t size;
};

ssize_t readv(int descriptor, const void *parts, int count)
{
    const struct part *list = parts;
    ssize_t sum = 0;

    for (int i = 0; i < count; i++) {
        ssize_t some = read(descriptor, list[i].base, list[i].size);

        if (some < 0)
            return sum > 0 ? sum : -1;
        sum += some;
        if ((size_t)some < list[i].size)
            return sum;
    }
    return sum;
}

ssize_t writev(int descriptor, const void *parts, int count)
{
    const struct part *list = parts;
    size_t sum = 0;

    if (__smtcb_is_part("pipe")) {
        if (__smtcb_is_pipe(descriptor))
            __smtcb_unsupported("writev to a pipe");
    }
    for (int i = 0; i < count; i++)
        sum += list[i].size;
    return send(descriptor, "", sum, 0);
}

struct message {
    void *name;
    unsigned name_size;
    const struct part *parts;
    size_t count;
    void *control;
    size_t control_size;
    int flags;
};

ssize_t sendmsg(int descriptor, const void *message, int flags)
{
    const struct message *what = message;

    (void)flags;
    return writev(descriptor, what->parts, (int)what->count);
}

/* No descriptors and the like come with it. */
ssize_t recvmsg(int descriptor, void *message, int flags)
{
    struct message *what = message;
    ssize_t count;

    (void)flags;
    pthread_testcancel();
    count = readv(descriptor, what->parts, (int)what->count);
    if (count >= 0) {
        if (what->name != NULL)
            __smtcb_write_anything(what->name, what->name_size);
        what->control_size = 0;
        what->flags = 0;
    }
    return count;
}

ssize_t sendfile(int target, int source, off_t *offset, size_t size)
{
    ssize_t count = send(target, "", size, 0);

    (void)source;
    if (count > 0 && offset != NULL)
        *offset += count;
    return count;
}

int socketpair(int domain, int type, int protocol, int descriptors[2])
{
    (void)domain;
    (void)type;
    (void)protocol;
    (void)descriptors;
    __smtcb_unsupported("socketpair");
    return -1;
}

char *ttyname(int descriptor)
{
    (void)descriptor;
    return __VERIFIER_nondet_bool() ? NULL : "/dev/tty";
}

enum { TERMINAL_SIZE = 60 };

int tcgetattr(int descriptor, void *attributes)
{
    (void)descriptor;
    if (any_success() < 0)
        return -1;
    __smtcb_write_anything(attributes, TERMINAL_SIZE);
    return 0;
}

int tcsetattr(int descriptor, int action, const void *attributes)
{
    (void)descriptor;
    (void)action;
    (void)attributes;
    return any_success();
}

int tcflush(int descriptor, int queue)
{
    (void)descriptor;
    (void)queue;
    return any_success();
}
