"""Functions without a body whose effects are known: the executors' own, and those of libraries that write nothing.

Everything else that has neither a body nor a model is *outside*: see `outside.py`.
"""

from __future__ import annotations

# What the concrete machine computes or prints itself; the symbolic executor prints nothing and computes what it can.
_PRINTING = frozenset(
    {
        "printf", "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf", "sprintf", "vsprintf", "snprintf",
        "vsnprintf", "asprintf", "vasprintf", "__printf_chk", "__fprintf_chk", "__sprintf_chk", "__snprintf_chk",
        "puts", "puts_unlocked", "fputs", "fputs_unlocked", "putchar", "putchar_unlocked", "putc", "fputc",
        "putc_unlocked", "fputc_unlocked", "_IO_putc", "fwrite", "fwrite_unlocked", "write", "perror", "fflush",
        "fflush_unlocked", "smtcb_abstract_bytes", "smtcb_abstract_control",
    }
)  # fmt: skip
# Of these, the symbolic executor says that they are not supported.
_READING = frozenset({"scanf", "fscanf", "sscanf"})
# Declared with pointers that are not const, but they write nothing through them.
_HARMLESS = frozenset(
    {
        "mprotect", "msync", "madvise", "mlock", "munlock", "brk", "putenv", "dlclose", "dlsym", "epoll_ctl", "semop",
        "execl", "execlp", "execle", "execv", "execvp", "execve", "regfree", "globfree", "freeaddrinfo", "closedir",
        "readdir", "rewinddir", "timer_delete", "pthread_attr_setstackaddr", "backtrace_symbols",
        "backtrace_symbols_fd", "on_exit", "setlinebuf", "ftrylockfile",
    }
)  # fmt: skip
_RESERVED = ("__VERIFIER_", "__CPROVER_", "__ESBMC_", "__smtcb_", "smtcb_", "__builtin_", "__atomic_", "__sync_")

# Library objects that only their own functions know: nobody else writes into them.
LIBRARY_TYPES = (
    "FILE", "DIR", "pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_barrier_t", "pthread_attr_t",
    "pthread_mutexattr_t", "pthread_condattr_t", "pthread_rwlockattr_t", "pthread_barrierattr_t", "sem_t", "mtx_t",
    "cnd_t", "va_list", "__gnuc_va_list", "__builtin_va_list", "jmp_buf", "sigjmp_buf",
)  # fmt: skip


def executors_know(name: str) -> bool:
    return name.removeprefix("__builtin_") in _PRINTING


def has_known_effects(name: str) -> bool:
    """Is it known that a function of this name, without a body, writes nothing that its arguments lead to?"""
    return name.startswith(_RESERVED) or name in _HARMLESS or name in _READING or executors_know(name)
