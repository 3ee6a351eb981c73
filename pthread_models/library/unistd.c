/* What programs ask of the operating system. Input is anything, opening a file may fail, output is the executor's. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t __smtcb_write(int descriptor, const void *source, size_t size);

enum { PROCESS = 4242 }; /* the number of the process, and of its first thread */

pid_t getpid(void)
{
    return PROCESS;
}

/* Who has started this process; somebody else once that one has ended. */
pid_t getppid(void)
{
    return (pid_t)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

/* As on Linux, as long as the numbers do not begin anew: a thread that was created later has a larger one. */
pid_t gettid(void)
{
    unsigned created;

    __smtcb_atomic_begin();
    created = __smtcb_self->how_manieth;
    __smtcb_atomic_end();
    return PROCESS + (int)created;
}

int __smtcb_next_descriptor = 3;

int __smtcb_next_free_descriptor(void)
{
    int descriptor;

    if (__smtcb_closes_descriptors())
        return __smtcb_take_descriptor(0);
    __smtcb_atomic_begin();
    descriptor = __smtcb_next_descriptor++;
    __smtcb_atomic_end();
    return descriptor;
}

int __smtcb_new_descriptor(void)
{
    if (__VERIFIER_nondet_bool()) {
        errno = EACCES;
        return -1;
    }
    return __smtcb_next_free_descriptor();
}

int open(const char *path, int flags, ...)
{
    (void)path;
    (void)flags;
    pthread_testcancel();
    return __smtcb_new_descriptor();
}

int creat(const char *path, mode_t mode)
{
    (void)path;
    (void)mode;
    pthread_testcancel();
    return __smtcb_new_descriptor();
}

/* What others know of a descriptor ends with it. */
void __smtcb_close_file_of(int descriptor)
{
    if (__smtcb_is_part("timerfd_create", "signalfd", "inotify_init1"))
        __smtcb_close_special(descriptor);
    if (__smtcb_is_part("epoll_ctl"))
        __smtcb_leave_events(descriptor);
    if (__smtcb_is_part("pipe"))
        __smtcb_close_pipe(descriptor);
}

int close(int descriptor)
{
    pthread_testcancel();
    return __smtcb_close_descriptor(descriptor);
}

void closefrom(int first)
{
    for (int i = first < 0 ? 0 : first; i < __smtcb_next_descriptor; i++)
        __smtcb_close_descriptor(i);
}

int close_range(unsigned first, unsigned last, int flags)
{
    if (first > last) {
        errno = EINVAL;
        return -1;
    }
    if (flags != 0)
        __smtcb_unsupported("close_range with flags");
    for (unsigned i = first; i <= last && i < (unsigned)__smtcb_next_descriptor; i++)
        __smtcb_close_descriptor((int)i);
    return 0;
}

/* Both mean the same file from now on. Inside an atomic section. */
static void share_file(int descriptor, int other)
{
    if (__smtcb_is_part("timerfd_create", "signalfd", "inotify_init1"))
        __smtcb_share_special(descriptor, other);
    if (__smtcb_is_part("pipe"))
        __smtcb_share_pipe(descriptor, other);
}

int __smtcb_other_descriptor(int descriptor, int least)
{
    int other;

    __SMTCB_MUST_BE_OPEN(descriptor)
    if (__VERIFIER_nondet_bool()) {
        errno = EMFILE;
        return -1;
    }
    __smtcb_atomic_begin();
    if (__smtcb_closes_descriptors())
        other = __smtcb_take_descriptor(least);
    else
        other = __smtcb_next_free_descriptor();
    if (other >= 0)
        share_file(descriptor, other);
    __smtcb_atomic_end();
    return other;
}

int dup(int descriptor)
{
    return __smtcb_other_descriptor(descriptor, 0);
}

int dup2(int descriptor, int target)
{
    if (descriptor < 0 || target < 0) {
        errno = EBADF;
        return -1;
    }
    __SMTCB_MUST_BE_OPEN(descriptor)
    if (target == descriptor)
        return target;
    if (target < 3)
        __smtcb_unsupported("dup2 onto a standard stream");
    if (__VERIFIER_nondet_bool()) {
        errno = EBUSY;
        return -1;
    }
    __smtcb_atomic_begin();
    __smtcb_take_this_descriptor(target);
    share_file(descriptor, target);
    __smtcb_atomic_end();
    return target;
}

/* What is read is like memory that nobody has written: any value, decided when somebody looks at it. */
ssize_t read(int descriptor, void *target, size_t size)
{
    size_t count;

    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    if (__smtcb_is_part("pipe")) {
        if (__smtcb_is_pipe(descriptor))
            return __smtcb_read_pipe(descriptor, target, size);
    }
    if (__smtcb_is_part("timerfd_create", "signalfd", "inotify_init1")) {
        if (__smtcb_is_special(descriptor))
            return __smtcb_read_special(descriptor, target, size);
    }
    if (__VERIFIER_nondet_bool()) {
        errno = EIO;
        return -1;
    }
    count = __smtcb_up_to(size);
    __smtcb_write_anything(target, count);
    return (ssize_t)count;
}

int isatty(int descriptor)
{
    (void)descriptor;
    if (__VERIFIER_nondet_bool())
        return 1;
    errno = ENOTTY;
    return 0;
}

int fsync(int descriptor)
{
    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    return 0;
}

/* What `write` means in programs with pipes, and where descriptors come again and somebody looks at the result. */
ssize_t __smtcb_write(int descriptor, const void *source, size_t size)
{
    pthread_testcancel();
    __SMTCB_MUST_BE_OPEN(descriptor)
    if (__smtcb_is_part("pipe")) {
        if (__smtcb_is_pipe(descriptor))
            return __smtcb_write_pipe(descriptor, source, size);
    }
    return __smtcb_some_bytes(write(descriptor, source, size));
}

int getpagesize(void)
{
    return 4096;
}

int gethostname(char *name, size_t size)
{
    if (size < 2)
        return -1;
    name[0] = 'h';
    name[1] = '\0';
    return 0;
}

/* What programs ask for that know no gettid, and futexes. */
long syscall(long number, ...)
{
    if (__smtcb_is_part("__smtcb_has_futexes")) {
        if (number == __SMTCB_FUTEX) {
            va_list arguments;
            int *word;
            int operation, value;
            const void *timeout = NULL;

            va_start(arguments, number);
            word = va_arg(arguments, int *);
            operation = va_arg(arguments, int);
            value = va_arg(arguments, int);
            if ((operation & 127) == 0) /* FUTEX_WAIT */
                timeout = va_arg(arguments, const void *);
            va_end(arguments);
            return __smtcb_futex(word, operation, value, timeout);
        }
    }
    switch (number) {
    case SYS_gettid:
        return gettid();
    case SYS_getpid:
        return getpid();
    default:
        __smtcb_unsupported("syscall");
        return -1;
    }
}

/* How many files are mapped to be shared: who maps one twice would have the same memory twice. */
static _Atomic int shared_files;

/* Anonymous memory is a heap object of zeros; what is in a file is anything. */
void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    (void)address;
    (void)descriptor;
    (void)offset;
    if (protection == 0 || (flags & MAP_FIXED))
        __smtcb_unsupported("mmap at a fixed place, or without access");
    if (flags & MAP_ANONYMOUS)
        return __smtcb_allocate(size, 1);
    if (size == 0 || __VERIFIER_nondet_bool()) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if ((flags & MAP_SHARED) && shared_files++ > 0)
        __smtcb_unsupported("mmap of a second file to be shared");
    return __smtcb_allocate(size, 0);
}

static int any_success(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    errno = ENOMEM;
    return -1;
}

int mprotect(void *address, size_t size, int protection)
{
    (void)address;
    (void)size;
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __smtcb_unsupported("mprotect that takes access away");
    return any_success();
}

int msync(void *address, size_t size, int flags)
{
    (void)address;
    (void)size;
    (void)flags;
    pthread_testcancel();
    return any_success();
}

/* Advice that memory is not needed any more makes it zero. */
int madvise(void *address, size_t size, int advice)
{
    (void)address;
    (void)size;
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        __smtcb_unsupported("madvise that clears memory");
    return any_success();
}

int mlock(const void *address, size_t size)
{
    (void)address;
    (void)size;
    return any_success();
}

int munlock(const void *address, size_t size)
{
    return mlock(address, size);
}

int mlockall(int flags)
{
    (void)flags;
    return any_success();
}

int munlockall(void)
{
    return 0;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    (void)mode;
    return open(name, flags);
}

int shm_unlink(const char *name)
{
    (void)name;
    return any_success();
}

int munmap(void *address, size_t size)
{
    if (size < __smtcb_object_size(address))
        __smtcb_unsupported("munmap of a part");
    __smtcb_free(address);
    return 0;
}

uint16_t htons(uint16_t value)
{
    return __builtin_bswap16(value);
}

uint16_t ntohs(uint16_t value)
{
    return __builtin_bswap16(value);
}

uint32_t htonl(uint32_t value)
{
    return __builtin_bswap32(value);
}

uint32_t ntohl(uint32_t value)
{
    return __builtin_bswap32(value);
}
