/* What the system is like. Options and limits that glibc has are told as they are; those of the machine are any number. */
#include <errno.h>
#include <limits.h>
#include <smtcb.h>
#include <stddef.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { MOST_PROCESSORS = 2 };

/* One, or two; the scope says so. */
static int processors(void)
{
    static int count;
    int found;

    __smtcb_atomic_begin();
    if (count == 0)
        count = __VERIFIER_nondet_bool() ? MOST_PROCESSORS : 1;
    found = count;
    __smtcb_atomic_end();
    return found;
}

static const long option = 200809; /* the version of POSIX that it is part of */

static long any_limit(long least)
{
    return (__VERIFIER_nondet_long() & LONG_MAX / 2) + least;
}

/* Options of threads, then others that glibc says it has. */
static _Bool is_option(int name)
{
    switch (name) {
    case _SC_THREADS:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_THREAD_ATTR_STACKADDR:
    case _SC_THREAD_ATTR_STACKSIZE:
    case _SC_THREAD_PRIORITY_SCHEDULING:
    case _SC_THREAD_PRIO_INHERIT:
    case _SC_THREAD_PRIO_PROTECT:
    case _SC_THREAD_PROCESS_SHARED:
    case _SC_THREAD_CPUTIME:
    case _SC_BARRIERS:
    case _SC_CLOCK_SELECTION:
    case _SC_CPUTIME:
    case _SC_MONOTONIC_CLOCK:
    case _SC_READER_WRITER_LOCKS:
    case _SC_SPIN_LOCKS:
    case _SC_TIMEOUTS:
    case _SC_TIMERS:
    case _SC_SEMAPHORES:
    case _SC_REALTIME_SIGNALS:
    case _SC_PRIORITY_SCHEDULING:
        return 1;
    case _SC_VERSION:
    case _SC_2_VERSION:
    case _SC_ADVISORY_INFO:
    case _SC_ASYNCHRONOUS_IO:
    case _SC_PRIORITIZED_IO:
    case _SC_SYNCHRONIZED_IO:
    case _SC_FSYNC:
    case _SC_MAPPED_FILES:
    case _SC_MEMLOCK:
    case _SC_MEMLOCK_RANGE:
    case _SC_MEMORY_PROTECTION:
    case _SC_MESSAGE_PASSING:
    case _SC_SHARED_MEMORY_OBJECTS:
    case _SC_SPAWN:
    case _SC_IPV6:
    case _SC_RAW_SOCKETS:
        return 1;
    default:
        return 0;
    }
}

static long limit_of(int name)
{
    switch (name) {
    case _SC_PAGESIZE:
        return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return processors();
    case _SC_CLK_TCK:
        return 100;
    case _SC_THREAD_KEYS_MAX:
        return PTHREAD_KEYS_MAX;
    case _SC_THREAD_STACK_MIN:
        return PTHREAD_STACK_MIN;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS:
        return PTHREAD_DESTRUCTOR_ITERATIONS;
    case _SC_SEM_VALUE_MAX:
        return SEM_VALUE_MAX;
    case _SC_DELAYTIMER_MAX:
        return DELAYTIMER_MAX;
    case _SC_MQ_PRIO_MAX:
        return MQ_PRIO_MAX;
    case _SC_RTSIG_MAX:
        return RTSIG_MAX;
    case _SC_IOV_MAX:
        return IOV_MAX;
    case _SC_NGROUPS_MAX:
        return NGROUPS_MAX;
    case _SC_HOST_NAME_MAX:
        return HOST_NAME_MAX;
    case _SC_LOGIN_NAME_MAX:
        return LOGIN_NAME_MAX;
    case _SC_TTY_NAME_MAX:
        return TTY_NAME_MAX;
    case _SC_LINE_MAX:
        return LINE_MAX;
    case _SC_STREAM_MAX:
        return 16;
    case _SC_GETGR_R_SIZE_MAX:
    case _SC_GETPW_R_SIZE_MAX:
        return 1024;
    case _SC_ATEXIT_MAX:
        return INT_MAX;
    case _SC_JOB_CONTROL:
    case _SC_SAVED_IDS:
        return 1;
    case _SC_THREAD_THREADS_MAX:
    case _SC_SEM_NSEMS_MAX:
    case _SC_TIMER_MAX:
    case _SC_AIO_MAX:
    case _SC_AIO_LISTIO_MAX:
    case _SC_MQ_OPEN_MAX:
    case _SC_TZNAME_MAX:
        return -1; /* none */
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
        return any_limit(1);
    default:
        return any_limit(-1);
    }
}

long sysconf(int name)
{
    if (name < 0 || name > _SC_SIGSTKSZ) {
        errno = EINVAL;
        return -1;
    }
    return is_option(name) ? option : limit_of(name);
}

/* Of any file system. */
long pathconf(const char *path, int name)
{
    (void)path;
    if (name < 0 || name > _PC_2_SYMLINKS) {
        errno = EINVAL;
        return -1;
    }
    if (name == _PC_PIPE_BUF)
        return PIPE_BUF;
    return name == _PC_PATH_MAX ? PATH_MAX : any_limit(-1);
}

long fpathconf(int descriptor, int name)
{
    (void)descriptor;
    return pathconf("", name);
}

int get_nprocs(void)
{
    return processors();
}

int get_nprocs_conf(void)
{
    return processors();
}

/* Some memory, of which no more is free than there is. */
int sysinfo(struct sysinfo *information)
{
    memset(information, 0, sizeof *information);
    information->mem_unit = 1;
    information->procs = 1;
    information->uptime = any_limit(0);
    information->freeram = __VERIFIER_nondet_uint();
    information->totalram = information->freeram + (__VERIFIER_nondet_uint() >> 1) + 1;
    return 0;
}
