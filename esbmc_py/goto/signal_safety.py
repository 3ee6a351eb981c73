"""What a signal handler may call: the functions that POSIX calls async-signal-safe, and the program's own."""

from __future__ import annotations

from .program import Program


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# POSIX.1-2017, 2.4.3; and what compilers make of atomic operations.
_SAFE = _names(
    """
    _Exit _exit abort accept access aio_error aio_return aio_suspend alarm bind cfgetispeed cfgetospeed cfsetispeed
    cfsetospeed chdir chmod chown clock_gettime close connect creat dup dup2 execl execle execv execve faccessat fchdir
    fchmod fchmodat fchown fchownat fcntl fdatasync fexecve ffs fork fstat fstatat fsync ftruncate futimens getegid
    geteuid getgid getgroups getpeername getpgrp getpid getppid getsockname getsockopt getuid htonl htons kill link
    linkat listen longjmp lseek lstat memccpy memchr memcmp memcpy memmove memset mkdir mkdirat mkfifo mkfifoat mknod
    mknodat ntohl ntohs open openat pause pipe poll posix_trace_event pselect pthread_kill pthread_self pthread_sigmask
    raise read readlink readlinkat recv recvfrom recvmsg rename renameat rmdir select sem_post send sendmsg sendto
    setgid setpgid setsid setsockopt setuid shutdown sigaction sigaddset sigdelset sigemptyset sigfillset sigismember
    siglongjmp signal sigpause sigpending sigprocmask sigqueue sigset sigsuspend sleep sockatmark socket socketpair stat
    stpcpy stpncpy strcat strchr strcmp strcpy strcspn strlen strncat strncmp strncpy strnlen strpbrk strrchr strspn
    strstr strtok_r symlink symlinkat tcdrain tcflow tcflush tcgetattr tcgetpgrp tcsendbreak tcsetattr tcsetpgrp time
    timer_getoverrun timer_gettime timer_settime times umask uname unlink unlinkat utime utimensat utimes wait waitpid
    wcpcpy wcpncpy wcscat wcschr wcscmp wcscpy wcscspn wcslen wcsncat wcsncmp wcsncpy wcsnlen wcspbrk wcsrchr wcsspn
    wcsstr wcstok wmemchr wmemcmp wmemcpy wmemmove wmemset write
    bsd_signal sysv_signal killpg gettid nanosleep clock_nanosleep usleep ualarm setitimer getitimer siginterrupt
    """
)
# Functions without a body that the machine executes, and others of the C library that programs often call.
_UNSAFE_WITHOUT_BODY = _names(
    """
    printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf dprintf asprintf vasprintf puts fputs fputc putc
    putchar fwrite fflush perror
    """
)


def is_unsafe(name: str, program: Program) -> bool:
    """Is it a function of the library that handlers must not call? What nobody knows is not accused."""
    name = name.removeprefix("__smtcb_interruptible_")
    if name.startswith("__") or name in _SAFE:
        return False
    function = program.functions.get(name)
    return name in _UNSAFE_WITHOUT_BODY if function is None else function.is_model
