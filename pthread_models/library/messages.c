/* The texts of error numbers and signals, as glibc has them in the locale "C". */
#include <errno.h>
#include <stddef.h>
#include <string.h>

static const char *const messages[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    NULL,
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    NULL,
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};

static const char *known_message(int error)
{
    return error >= 0 && error < (int)(sizeof messages / sizeof *messages) ? messages[error] : NULL;
}

/* "Unknown error -5" */
static void describe_unknown(int error, char *target)
{
    char digits[12];
    unsigned rest = error < 0 ? -(unsigned)error : (unsigned)error;
    int count = 0;

    target = stpcpy(target, "Unknown error ");
    if (error < 0)
        *target++ = '-';
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    while (count > 0)
        *target++ = digits[--count];
    *target = '\0';
}

char *strerror(int error)
{
    static _Thread_local char unknown[32];
    const char *message = known_message(error);

    if (message != NULL)
        return (char *)message;
    describe_unknown(error, unknown);
    return unknown;
}

int strerror_r(int error, char *buffer, size_t size)
{
    char *message = strerror(error);

    if (size > 0)
        strncpy(buffer, message, size)[size - 1] = '\0';
    return known_message(error) == NULL ? EINVAL : strlen(message) >= size ? ERANGE : 0;
}

/* What strerror_r is with _GNU_SOURCE. */
char *__smtcb_gnu_strerror_r(int error, char *buffer, size_t size)
{
    const char *message = known_message(error);

    if (message != NULL)
        return (char *)message;
    if (size > 0)
        strncpy(buffer, strerror(error), size)[size - 1] = '\0';
    return buffer;
}

static const char *const signal_names[] = {
    NULL,
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

char *strsignal(int signal)
{
    if (signal > 0 && signal < (int)(sizeof signal_names / sizeof *signal_names) && signal_names[signal] != NULL)
        return (char *)signal_names[signal];
    return "Unknown signal";
}

static const char *const signal_abbreviations[] = {
    NULL,   "HUP",  "INT",  "QUIT", "ILL",    "TRAP", "ABRT", "BUS",  "FPE",  "KILL", "USR1",
    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN",
    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR",  "SYS",
};

/* These two know no name for what is no signal. */
const char *sigabbrev_np(int signal)
{
    return signal > 0 && signal < (int)(sizeof signal_abbreviations / sizeof *signal_abbreviations)
               ? signal_abbreviations[signal]
               : NULL;
}

const char *sigdescr_np(int signal)
{
    return sigabbrev_np(signal) == NULL ? NULL : signal_names[signal];
}
