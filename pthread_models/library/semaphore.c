/* Semaphores: a count that is never negative. Waiting for one is a cancellation point. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

static void check_semaphore(const sem_t *semaphore)
{
    __smtcb_assert(semaphore->__destroyed == 0, "lock-misuse",
                   "a semaphore is used that was destroyed or never initialised");
}

/* -1 with errno set, or 0. */
static int result_of(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return result_of(EINVAL);
    __smtcb_atomic_begin();
    semaphore->__value = value;
    semaphore->__destroyed = 0;
    __smtcb_atomic_end();
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    __smtcb_atomic_begin();
    check_semaphore(semaphore);
    semaphore->__destroyed = 1;
    __smtcb_atomic_end();
    return 0;
}

/* Whoever waits already, and is cancelled as well as posted for, may do either. */
int sem_wait(sem_t *semaphore)
{
    _Bool cancelled;

    pthread_testcancel();
    __smtcb_atomic_begin();
    check_semaphore(semaphore);
    cancelled = __smtcb_cancelled();
    if (cancelled && semaphore->__value > 0)
        cancelled = __VERIFIER_nondet_bool();
    if (!cancelled) {
        __smtcb_block_until(semaphore->__value > 0, "the semaphore is positive");
        semaphore->__value--;
    }
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    return 0;
}

static int wait_if_positive(sem_t *semaphore, int error)
{
    __smtcb_atomic_begin();
    check_semaphore(semaphore);
    if (semaphore->__value > 0) {
        semaphore->__value--;
        error = 0;
    }
    __smtcb_atomic_end();
    return error;
}

int sem_trywait(sem_t *semaphore)
{
    return result_of(wait_if_positive(semaphore, EAGAIN));
}

/* A wait with a deadline may end at any time: timed out where the count is zero. */
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    if (!__smtcb_is_clock_for_waits(clock) || !__smtcb_is_time(deadline))
        return result_of(EINVAL);
    pthread_testcancel();
    return result_of(__smtcb_timed_out(wait_if_positive(semaphore, ETIMEDOUT), clock, deadline));
}

int sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    return sem_clockwait(semaphore, CLOCK_REALTIME, deadline);
}

int sem_post(sem_t *semaphore)
{
    int error = 0;

    __smtcb_atomic_begin();
    check_semaphore(semaphore);
    if (semaphore->__value == SEM_VALUE_MAX)
        error = EOVERFLOW;
    else
        semaphore->__value++;
    __smtcb_atomic_end();
    return result_of(error);
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    int now;

    __smtcb_atomic_begin();
    check_semaphore(semaphore);
    now = (int)semaphore->__value;
    __smtcb_atomic_end();
    *value = now;
    return 0;
}

/* Named semaphores. A name is free for a new semaphore once it is unlinked; the old one stays usable for those who have
   it open. */
struct named_semaphore {
    sem_t semaphore;
    char name[64];
    struct named_semaphore *next;
};

static struct named_semaphore *named_semaphores;

static struct named_semaphore **find(const char *name)
{
    struct named_semaphore **link = &named_semaphores;

    while (*link != NULL && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

/* Inside the caller's atomic section. Gives an error, or 0 and the semaphore. */
static int open_named(const char *name, int flags, unsigned int value, sem_t **opened)
{
    struct named_semaphore *found = *find(name);

    if (found != NULL && (flags & O_CREAT) && (flags & O_EXCL))
        return EEXIST;
    if (found == NULL) {
        if (!(flags & O_CREAT))
            return ENOENT;
        if (strlen(name) >= sizeof found->name)
            return ENAMETOOLONG;
        if (value > SEM_VALUE_MAX)
            return EINVAL;
        found = __smtcb_allocate_internally(sizeof *found, 1);
        strcpy(found->name, name);
        found->semaphore.__value = value;
        found->next = named_semaphores;
        named_semaphores = found;
    }
    *opened = &found->semaphore;
    return 0;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    sem_t *semaphore = SEM_FAILED;
    unsigned int value = 0;
    int error;

    if (flags & O_CREAT) {
        va_list arguments;

        va_start(arguments, flags);
        (void)va_arg(arguments, mode_t);
        value = va_arg(arguments, unsigned int);
        va_end(arguments);
    }
    __smtcb_atomic_begin();
    error = open_named(name, flags, value, &semaphore);
    __smtcb_atomic_end();
    result_of(error);
    return semaphore;
}

int sem_close(sem_t *semaphore)
{
    (void)semaphore;
    return 0;
}

int sem_unlink(const char *name)
{
    struct named_semaphore **link;
    int error = 0;

    __smtcb_atomic_begin();
    link = find(name);
    if (*link == NULL)
        error = ENOENT;
    else
        *link = (*link)->next;
    __smtcb_atomic_end();
    return result_of(error);
}
