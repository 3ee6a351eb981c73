/* The life of the process: how it starts, how it ends, what it may ask of its surroundings. */
#include <errno.h>
#include <smtcb.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_HANDLERS = 32 }; /* as many as the standard promises */

/* What is to be called when the process ends, the last one first. */
struct handlers {
    void (*functions[MOST_HANDLERS])(void);
    int count;
};

static struct handlers at_exit;
static struct handlers at_quick_exits;

/* Set by atexit. A program that never calls it has no loop at its end. */
static _Atomic int __smtcb_has_exit_handlers;

/* The entry of every program. */
void __smtcb_start(void)
{
    __smtcb_add_destructors();
    exit(__smtcb_call_main());
}

static int add_handler(struct handlers *handlers, void (*handler)(void))
{
    int position;

    __smtcb_atomic_begin();
    position = handlers->count;
    if (position >= MOST_HANDLERS)
        __smtcb_unsupported("more than 32 handlers for the end of the process");
    handlers->functions[position] = handler;
    handlers->count = position + 1;
    __smtcb_atomic_end();
    return 0;
}

/* A handler may add others; these are next. Each is called once, whoever else adds some or ends the process. */
static void call_handlers(struct handlers *handlers)
{
    void (*handler)(void);

    do {
        handler = NULL;
        __smtcb_atomic_begin();
        if (handlers->count > 0)
            handler = handlers->functions[--handlers->count];
        __smtcb_atomic_end();
        if (handler != NULL)
            handler();
    } while (handler != NULL);
}

int atexit(void (*handler)(void))
{
    __smtcb_has_exit_handlers = 1;
    return add_handler(&at_exit, handler);
}

/* A function with gcc's attribute `destructor`: known before anything else, so it runs after all handlers. */
void __smtcb_add_destructor(void (*destructor)(void))
{
    atexit(destructor);
}

int on_exit(void (*handler)(int, void *), void *argument)
{
    (void)handler;
    (void)argument;
    __smtcb_unsupported("on_exit");
    return -1;
}

int at_quick_exit(void (*handler)(void))
{
    return add_handler(&at_quick_exits, handler);
}

void exit(int status)
{
    if (__smtcb_has_exit_handlers)
        call_handlers(&at_exit);
    __smtcb_halt(status & 255);
}

void _exit(int status)
{
    __smtcb_abort(status & 255);
}

void _Exit(int status)
{
    __smtcb_abort(status & 255);
}

void quick_exit(int status)
{
    call_handlers(&at_quick_exits);
    __smtcb_abort(status & 255);
}

/* Ends the process like the signal SIGABRT: 128 + 6 is what a shell shows. Being aborted is no violation in itself. */
void abort(void)
{
    __smtcb_abort(134);
}

/* What assert calls in programs that were preprocessed against glibc's headers. */
void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
{
    (void)assertion;
    (void)file;
    (void)line;
    (void)function;
    __smtcb_assert(0, "assertion", "assertion failed");
    abort();
}

void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function)
{
    (void)error;
    __assert_fail("", file, line, function);
}

/* Other processes are out of reach; whether there is a shell, too. */
int system(const char *command)
{
    pthread_testcancel();
    return command == NULL ? __VERIFIER_nondet_bool() : __VERIFIER_nondet_int();
}

pid_t fork(void)
{
    __smtcb_unsupported("fork");
    return -1;
}

pid_t vfork(void)
{
    return fork();
}

/* errno, one for each thread. */
_Thread_local int __smtcb_errno;

int *__errno_location(void)
{
    return &__smtcb_errno;
}
