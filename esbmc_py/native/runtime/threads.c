/* Threads: created, ended and joined in the order of the plan. */
#include "runtime.h"

#define PC __builtin_return_address(0)
#define MOST_KEYS 128

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __real_pthread_detach(pthread_t);
int __real_main(int, char **, char **);
void __real_exit(int) __attribute__((noreturn));
void __real_pthread_exit(void *) __attribute__((noreturn));

/* --- values of threads, whose destructors run before the end of the thread is known --- */

static struct {
    int used;
    pthread_key_t key;
    void (*destructor)(void *);
} keys[MOST_KEYS];

int __real_pthread_key_create(pthread_key_t *, void (*)(void *));
int __real_tss_create(tss_t *, tss_dtor_t);

static void keep_destructor(pthread_key_t key, void (*destructor)(void *))
{
    int i;

    for (i = 0; i < MOST_KEYS - 1 && keys[i].used; i++)
        ;
    keys[i].used = 1;
    keys[i].key = key;
    keys[i].destructor = destructor;
}

int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    int error = __real_pthread_key_create(key, NULL);

    if (!error && destructor)
        keep_destructor(*key, destructor);
    return error;
}

int __wrap_tss_create(tss_t *key, tss_dtor_t destructor)
{
    int error = __real_tss_create(key, NULL);

    if (error == thrd_success && destructor)
        keep_destructor(*key, destructor);
    return error;
}

int __real_pthread_key_delete(pthread_key_t);

int __wrap_pthread_key_delete(pthread_key_t key)
{
    for (int i = 0; i < MOST_KEYS; i++)
        if (keys[i].used && keys[i].key == key)
            keys[i].used = 0;
    return __real_pthread_key_delete(key);
}

static void run_destructors(void)
{
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        for (int i = 0; i < MOST_KEYS; i++) {
            void *value = keys[i].used ? pthread_getspecific(keys[i].key) : NULL;

            if (value) {
                pthread_setspecific(keys[i].key, NULL);
                keys[i].destructor(value);
            }
        }
}

/* --- lives --- */

static void end_thread(void *unused)
{
    (void)unused;
    run_destructors();
    smtcb_event(THREAD_END, (void *)smtcb_self->last_pc, NULL, 0, "");
    smtcb_leave();
}

static void *run_thread(void *argument)
{
    struct task *task = argument;

    smtcb_self = task;
    smtcb_wait_for_turn();
    pthread_cleanup_push(end_thread, NULL);
    if (task->c11_routine)
        task->result = (void *)(intptr_t)task->c11_routine(task->argument);
    else
        task->result = task->routine(task->argument);
    pthread_cleanup_pop(1);
    return task->result;
}

static int create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                  int (*c11_routine)(void *), void *argument)
{
    struct task *task = smtcb_new_task();
    pthread_t handle;
    int error, detached = PTHREAD_CREATE_JOINABLE;

    task->routine = routine;
    task->c11_routine = c11_routine;
    task->argument = argument;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &detached);
    task->detached = detached == PTHREAD_CREATE_DETACHED;
    error = __real_pthread_create(&handle, attributes, run_thread, task);
    if (error) {
        task->ended = 1;
        return error;
    }
    task->handle = handle;
    *thread = handle;
    return 0;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_create");
    return create(thread, attributes, routine, NULL, argument);
}

int __wrap_thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    smtcb_event(CALL, PC, NULL, 0, "thrd_create");
    return create((pthread_t *)thread, NULL, NULL, routine, argument) ? thrd_error : thrd_success;
}

void __wrap_pthread_exit(void *result)
{
    smtcb_self->result = result;
    __real_pthread_exit(result);
}

void __wrap_thrd_exit(int result)
{
    smtcb_self->result = (void *)(intptr_t)result;
    __real_pthread_exit(smtcb_self->result);
}

/* --- cancellation: deferred, at the points where the models have it --- */

void smtcb_cancel(void)
{
    smtcb_self->cancel_is_off = 1;
    smtcb_self->result = PTHREAD_CANCELED;
    __real_pthread_exit(PTHREAD_CANCELED);
}

static void cancellation_point(const char *name, void *pc)
{
    if (smtcb_self->cancelled && !smtcb_self->cancel_is_off) {
        smtcb_event(CALL, pc, NULL, 0, name);
        smtcb_cancel();
    }
}

void __wrap_pthread_testcancel(void)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_testcancel");
    cancellation_point("pthread_testcancel", PC);
}

int __wrap_pthread_setcancelstate(int state, int *old)
{
    if (old)
        *old = smtcb_self->cancel_is_off ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    smtcb_self->cancel_is_off = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

static struct task *task_of(pthread_t handle)
{
    for (int i = smtcb_task_count; i-- > 0;)
        if (pthread_equal(smtcb_tasks[i]->handle, handle))
            return smtcb_tasks[i];
    return NULL;
}

int __wrap_pthread_cancel(pthread_t thread)
{
    struct task *task = task_of(thread);

    smtcb_event(CALL, PC, NULL, 0, "pthread_cancel");
    if (task)
        task->cancelled = 1;
    return task ? 0 : ESRCH;
}

static int has_ended(void *task) { return ((struct task *)task)->ended; }
static int number_of(void *task) { return ((struct task *)task)->number; }

static int join(pthread_t thread, void **result, void *pc)
{
    struct task *joined = task_of(thread);
    int how;

    if (!joined)
        return __real_pthread_join(thread, result);
    if (joined == smtcb_self)
        return EDEADLK;
    how = smtcb_wait_until(has_ended, joined, "the joined thread has ended", number_of, pc, MAY_BE_CANCELLED);
    if (how == CANCELLED)
        smtcb_cancel();
    return __real_pthread_join(thread, result);
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_join");
    return join(thread, result, PC);
}

int __wrap_thrd_join(thrd_t thread, int *result)
{
    void *value = NULL;
    int error;

    smtcb_event(CALL, PC, NULL, 0, "thrd_join");
    error = join(thread, &value, PC);
    if (!error && result)
        *result = (int)(intptr_t)value;
    return error ? thrd_error : thrd_success;
}

int __wrap_pthread_tryjoin_np(pthread_t thread, void **result)
{
    struct task *joined = task_of(thread);

    smtcb_event(CALL, PC, NULL, 0, "pthread_tryjoin_np");
    return joined && !joined->ended ? EBUSY : __real_pthread_join(thread, result);
}

static int join_until(pthread_t thread, void **result, const struct timespec *deadline, void *pc)
{
    struct task *joined = task_of(thread);

    if (!deadline)
        return join(thread, result, pc);
    return joined && !joined->ended ? ETIMEDOUT : __real_pthread_join(thread, result);
}

int __wrap_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_timedjoin_np");
    return join_until(thread, result, deadline, PC);
}

int __wrap_pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *deadline)
{
    (void)clock;
    smtcb_event(CALL, PC, NULL, 0, "pthread_clockjoin_np");
    return join_until(thread, result, deadline, PC);
}

int __wrap_pthread_detach(pthread_t thread)
{
    smtcb_event(CALL, PC, NULL, 0, "pthread_detach");
    return __real_pthread_detach(thread);
}

int __wrap_thrd_detach(thrd_t thread)
{
    smtcb_event(CALL, PC, NULL, 0, "thrd_detach");
    return __real_pthread_detach(thread) ? thrd_error : thrd_success;
}

/* --- the process --- */

static void end_main(void *unused)
{
    (void)unused;
    run_destructors();
    smtcb_event(THREAD_END, (void *)smtcb_self->last_pc, NULL, 0, "");
    smtcb_leave();
}

int __wrap_main(int argc, char **argv, char **environment)
{
    int status = 0;

    smtcb_start();
    pthread_cleanup_push(end_main, NULL);
    status = __real_main(smtcb_argc(argc), smtcb_argv(argv), environment);
    pthread_cleanup_pop(0);
    smtcb_event(PROCESS_END, (void *)smtcb_self->last_pc, NULL, 0, "");
    return status;
}

void __wrap_exit(int status)
{
    smtcb_event(PROCESS_END, PC, NULL, 0, "");
    __real_exit(status);
}

/* --- waiting for time to pass, or for others --- */

static void rest(const char *name, void *pc)
{
    smtcb_event(CALL, pc, NULL, 0, name);
    if (smtcb_self)
        cancellation_point(name, pc);
    smtcb_yield();
}

unsigned __wrap_sleep(unsigned seconds) { return (void)seconds, rest("sleep", PC), 0; }
int __wrap_usleep(useconds_t time) { return (void)time, rest("usleep", PC), 0; }
int __wrap_sched_yield(void) { return rest("sched_yield", PC), 0; }
int __wrap_pthread_yield(void) { return rest("pthread_yield", PC), 0; }
void __wrap_thrd_yield(void) { rest("thrd_yield", PC); }

static int sleep_for(struct timespec *left, const char *name, void *pc)
{
    if (left)
        left->tv_sec = left->tv_nsec = 0;
    rest(name, pc);
    return 0;
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
    return (void)time, sleep_for(left, "nanosleep", PC);
}

int __wrap_thrd_sleep(const struct timespec *time, struct timespec *left)
{
    return (void)time, sleep_for(left, "thrd_sleep", PC);
}
