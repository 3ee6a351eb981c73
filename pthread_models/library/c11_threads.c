/* C11 <threads.h>, in terms of POSIX threads. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <threads.h>

static int as_c11(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

/* What thrd_create hands to the new thread, whose start routine has another type than POSIX's. */
struct start {
    thrd_start_t routine;
    void *argument;
};

static void *run(void *started)
{
    struct start *start = started;
    thrd_start_t routine;
    void *argument;

    __smtcb_atomic_begin();
    routine = start->routine;
    argument = start->argument;
    __smtcb_free(start);
    __smtcb_atomic_end();
    return (void *)(long)routine(argument);
}

int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    struct start *start = __smtcb_allocate_internally(sizeof *start, 1);

    __smtcb_atomic_begin();
    start->routine = routine;
    start->argument = argument;
    __smtcb_atomic_end();
    return as_c11(pthread_create(thread, NULL, run, start));
}

int thrd_join(thrd_t thread, int *result)
{
    void *value = NULL;
    int error = pthread_join(thread, result == NULL ? NULL : &value);

    if (error == 0 && result != NULL)
        *result = (int)(long)value;
    return as_c11(error);
}

void thrd_exit(int result)
{
    pthread_exit((void *)(long)result);
}

int thrd_detach(thrd_t thread)
{
    return as_c11(pthread_detach(thread));
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(thrd_t left, thrd_t right)
{
    return left == right;
}

void thrd_yield(void)
{
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (!__smtcb_is_time(duration))
        return -2;
    __smtcb_sleep(duration->tv_sec, duration->tv_nsec);
    return 0;
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes;

    attributes.__kind = (type & mtx_recursive) ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return as_c11(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return as_c11(pthread_mutex_lock(mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return as_c11(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *deadline)
{
    return as_c11(pthread_mutex_timedlock(mutex, deadline));
}

int mtx_unlock(mtx_t *mutex)
{
    return as_c11(pthread_mutex_unlock(mutex));
}

int cnd_init(cnd_t *condition)
{
    return as_c11(pthread_cond_init(condition, NULL));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return as_c11(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *deadline)
{
    return as_c11(pthread_cond_timedwait(condition, mutex, deadline));
}

int cnd_signal(cnd_t *condition)
{
    return as_c11(pthread_cond_signal(condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return as_c11(pthread_cond_broadcast(condition));
}

void call_once(once_flag *flag, void (*routine)(void))
{
    pthread_once(flag, routine);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return as_c11(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return as_c11(pthread_setspecific(key, value));
}
