/* Other processes, of which there are none, and what a process is to the system. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int any_success(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    errno = EPERM;
    return -1;
}

/* Nobody has children: fork is not supported. */
pid_t waitpid(pid_t pid, int *status, int options)
{
    (void)pid;
    (void)status;
    (void)options;
    pthread_testcancel();
    errno = ECHILD;
    return -1;
}

pid_t wait(int *status)
{
    return waitpid(-1, status, 0);
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    (void)usage;
    return waitpid(-1, status, options);
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    (void)usage;
    return waitpid(pid, status, options);
}

/* Another program takes the place of this one, or it is not there. */
static int replaced(void)
{
    if (__VERIFIER_nondet_bool())
        __smtcb_abort(0);
    errno = ENOENT;
    return -1;
}

int execv(const char *path, char *const arguments[])
{
    (void)path;
    (void)arguments;
    return replaced();
}

int execvp(const char *file, char *const arguments[])
{
    return execv(file, arguments);
}

int execve(const char *path, char *const arguments[], char *const environment[])
{
    (void)environment;
    return execv(path, arguments);
}

int execl(const char *path, const char *argument, ...)
{
    (void)path;
    (void)argument;
    return replaced();
}

int execlp(const char *file, const char *argument, ...)
{
    (void)file;
    (void)argument;
    return replaced();
}

int execle(const char *path, const char *argument, ...)
{
    (void)path;
    (void)argument;
    return replaced();
}

pid_t getpgrp(void)
{
    return getpid();
}

pid_t getpgid(pid_t pid)
{
    return pid == 0 ? getpgrp() : pid;
}

pid_t getsid(pid_t pid)
{
    return getpgid(pid);
}

pid_t setsid(void)
{
    return any_success() < 0 ? -1 : getpid();
}

int setpgid(pid_t pid, pid_t group)
{
    (void)pid;
    (void)group;
    return any_success();
}

/* Who runs the program: anybody. The same each time, until the program changes it. */
struct known {
    _Bool is_known;
    unsigned value;
};

static struct known user, effective_user, group, effective_group, mask;

/* Inside an atomic section. */
static unsigned value_of(struct known *one)
{
    if (!one->is_known) {
        one->is_known = 1;
        one->value = __VERIFIER_nondet_uint();
    }
    return one->value;
}

static unsigned ask(struct known *one)
{
    unsigned value;

    __smtcb_atomic_begin();
    value = value_of(one);
    __smtcb_atomic_end();
    return value;
}

uid_t getuid(void)
{
    return ask(&user);
}

uid_t geteuid(void)
{
    return ask(&effective_user);
}

gid_t getgid(void)
{
    return ask(&group);
}

gid_t getegid(void)
{
    return ask(&effective_group);
}

/* Who may do everything is somebody else altogether then. */
static int become(unsigned value, struct known *real, struct known *effective)
{
    if (any_success() < 0)
        return -1;
    __smtcb_atomic_begin();
    if (real != NULL && value_of(&effective_user) == 0)
        *real = (struct known){1, value};
    *effective = (struct known){1, value};
    __smtcb_atomic_end();
    return 0;
}

int setuid(uid_t new_user)
{
    return become(new_user, &user, &effective_user);
}

int seteuid(uid_t new_user)
{
    return become(new_user, NULL, &effective_user);
}

int setgid(gid_t new_group)
{
    return become(new_group, &group, &effective_group);
}

int setegid(gid_t new_group)
{
    return become(new_group, NULL, &effective_group);
}

mode_t umask(mode_t new_mask)
{
    mode_t old;

    __smtcb_atomic_begin();
    old = value_of(&mask) & 0777;
    mask.value = new_mask;
    __smtcb_atomic_end();
    return old;
}

int nice(int increment)
{
    (void)increment;
    return any_success();
}

/* The process goes on in a child that has one thread: whoever calls it with others would lose them. */
int daemon(int keep_directory, int keep_streams)
{
    (void)keep_directory;
    (void)keep_streams;
    return any_success();
}

int chroot(const char *path)
{
    (void)path;
    return any_success();
}

int getpriority(int which, id_t who)
{
    int priority = __VERIFIER_nondet_int();

    (void)which;
    (void)who;
    __smtcb_assume(priority >= PRIO_MIN && priority < PRIO_MAX);
    return priority;
}

int setpriority(int which, id_t who, int priority)
{
    (void)which;
    (void)who;
    (void)priority;
    return any_success();
}

static long any_amount(void)
{
    long amount = __VERIFIER_nondet_long();

    __smtcb_assume(amount >= 0);
    return amount;
}

static void any_time(struct timeval *time)
{
    time->tv_sec = any_amount();
    time->tv_usec = any_amount();
    __smtcb_assume(time->tv_usec < 1000000);
}

int getrusage(int who, struct rusage *usage)
{
    static const struct rusage nothing;

    (void)who;
    *usage = nothing;
    any_time(&usage->ru_utime);
    any_time(&usage->ru_stime);
    usage->ru_maxrss = any_amount();
    usage->ru_minflt = any_amount();
    usage->ru_majflt = any_amount();
    usage->ru_nvcsw = any_amount();
    usage->ru_nivcsw = any_amount();
    return 0;
}

int getloadavg(double averages[], int count)
{
    for (int i = 0; i < count && i < 3; i++) {
        averages[i] = __VERIFIER_nondet_double();
        __smtcb_assume(averages[i] >= 0 && averages[i] < 1e6);
    }
    return count < 3 ? count : 3;
}

char *getlogin(void)
{
    return __VERIFIER_nondet_bool() ? NULL : "user";
}
