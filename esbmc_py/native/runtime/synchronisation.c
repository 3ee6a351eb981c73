/* Locks, condition variables, semaphores and barriers. Who holds or awaits what is kept here, so that threads that wait
   stand in smtcb_wait_until; the real objects are locked and unlocked as well, for debuggers. */
#include "runtime.h"

#define PC __builtin_return_address(0)

struct waiter {
    struct task *task;
    unsigned long since;
    int woken;
    struct waiter *next;
    struct object_state *state;
};

/* What is known about one object of the thread library. */
struct object_state {
    const void *address;
    struct task *owner; /* of a mutex, a spinlock; who writes, of a read-write lock */
    int depth;
    int readers;
    unsigned char reads[MOST_THREADS]; /* how often each thread reads under it */
    struct waiter *waiters;
    unsigned long signals[64]; /* that no waiter has taken yet: when they were given */
    int signal_count;
    unsigned needed, arrived, generation; /* of a barrier */
    int once; /* 1: the routine runs, 2: it is done */
    struct object_state *next;
};

static struct object_state *states;
static unsigned long now;

static struct object_state *state_of(const void *address)
{
    static struct object_state room[4096];
    static int used;

    for (struct object_state *state = states; state; state = state->next)
        if (state->address == address)
            return state;
    if (used == 4096) {
        smtcb_report("broken more than 4096 objects of the thread library");
        _exit(98);
    }
    room[used].address = address;
    room[used].next = states;
    return states = &room[used++];
}

static void forget(const void *address)
{
    struct object_state *state = state_of(address), *next = state->next;

    *state = (struct object_state){.address = address, .next = next};
}

/* ThreadSanitizer, if it looks on, does not see what orders threads here. */
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

static void comes_after(void *object)
{
    if (__tsan_acquire)
        __tsan_acquire(object);
}

static void comes_before(void *object)
{
    if (__tsan_release)
        __tsan_release(object);
}

static void event(const char *name, void *pc) { smtcb_event(CALL, pc, NULL, 0, name); }

/* The object itself may be gone. */
static void look_at(const void *object, void *pc)
{
    struct event access = {READ, (uintptr_t)pc, (uintptr_t)object, 1, ""};

    smtcb_check_heap(&access);
}

/* What a call that may fail returned in the counterexample; -1: not known. */
static int result_of(const char *name)
{
    long long result = -1;

    smtcb_next_input(name, &result, NULL);
    return (int)result;
}

/* --- mutexes --- */

int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_trylock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int __real_pthread_mutex_destroy(pthread_mutex_t *);
int __real_mtx_init(mtx_t *, int);

static int is_free(void *state) { return ((struct object_state *)state)->owner == NULL; }

static int owner_of(void *state)
{
    struct task *owner = ((struct object_state *)state)->owner;

    return owner ? owner->number : -1;
}

static int kind_of(const pthread_mutex_t *mutex) { return mutex->__data.__kind & 3; }

static int acquire(pthread_mutex_t *mutex, void *pc, int timed)
{
    struct object_state *state = state_of(mutex);

    if (state->owner == smtcb_self && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
        state->depth++;
        return __real_pthread_mutex_lock(mutex);
    }
    if (state->owner == smtcb_self && kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (smtcb_wait_until(is_free, state, "the mutex is free", owner_of, pc, timed))
        return ETIMEDOUT;
    state->owner = smtcb_self;
    state->depth = 0;
    __real_pthread_mutex_trylock(mutex);
    return 0;
}

static int try_to_acquire(pthread_mutex_t *mutex)
{
    struct object_state *state = state_of(mutex);

    if (state->owner && (state->owner != smtcb_self || kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE))
        return EBUSY;
    return acquire(mutex, NULL, 0);
}

static int unlock(pthread_mutex_t *mutex, void *pc)
{
    struct object_state *state = state_of(mutex);

    if (state->owner != smtcb_self) {
        smtcb_report("misuse thread %d at %s: a mutex is unlocked that the thread does not hold", smtcb_self->number,
                     smtcb_where((uintptr_t)pc));
        if (kind_of(mutex))
            return EPERM;
    }
    if (state->depth)
        state->depth--;
    else
        state->owner = NULL;
    return __real_pthread_mutex_unlock(mutex);
}

static int timed_acquire(pthread_mutex_t *mutex, const char *name, void *pc)
{
    event(name, pc);
    if (result_of(name) == ETIMEDOUT && state_of(mutex)->owner)
        return ETIMEDOUT;
    return acquire(mutex, pc, 1);
}

#define MUTEX_FUNCTION(name, call)               \
    int __wrap_pthread_mutex_##name(pthread_mutex_t *mutex) \
    {                                            \
        event("pthread_mutex_" #name, PC);       \
        look_at(mutex, PC);                      \
        return call;                             \
    }
MUTEX_FUNCTION(lock, acquire(mutex, PC, 0))
MUTEX_FUNCTION(trylock, try_to_acquire(mutex))
MUTEX_FUNCTION(unlock, unlock(mutex, PC))
MUTEX_FUNCTION(destroy, (forget(mutex), __real_pthread_mutex_destroy(mutex)))

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    event("pthread_mutex_init", PC);
    forget(mutex);
    return __real_pthread_mutex_init(mutex, attributes);
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    (void)deadline;
    return timed_acquire(mutex, "pthread_mutex_timedlock", PC);
}

int __wrap_pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    (void)clock, (void)deadline;
    return timed_acquire(mutex, "pthread_mutex_clocklock", PC);
}

static int as_c11(int error)
{
    return !error ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

/* glibc's mtx_t is a pthread_mutex_t. */
#define C11_FUNCTION(name, call)       \
    int __wrap_mtx_##name(mtx_t *c11)  \
    {                                  \
        pthread_mutex_t *mutex = (pthread_mutex_t *)c11; \
        event("mtx_" #name, PC);       \
        return as_c11(call);           \
    }
C11_FUNCTION(lock, acquire(mutex, PC, 0))
C11_FUNCTION(trylock, try_to_acquire(mutex))
C11_FUNCTION(unlock, unlock(mutex, PC))

int __wrap_mtx_init(mtx_t *mutex, int type)
{
    event("mtx_init", PC);
    forget(mutex);
    return __real_mtx_init(mutex, type);
}

void __wrap_mtx_destroy(mtx_t *mutex)
{
    event("mtx_destroy", PC);
    forget(mutex);
}

int __wrap_mtx_timedlock(mtx_t *mutex, const struct timespec *deadline)
{
    (void)deadline;
    return as_c11(timed_acquire((pthread_mutex_t *)mutex, "mtx_timedlock", PC));
}

/* --- condition variables --- */

static int take_signal(struct waiter *waiter, int take)
{
    struct object_state *state = waiter->state;

    if (waiter->woken)
        return 1;
    for (int i = 0; i < state->signal_count; i++)
        if (state->signals[i] > waiter->since) {
            if (take) {
                state->signal_count--;
                for (; i < state->signal_count; i++)
                    state->signals[i] = state->signals[i + 1];
            }
            return 1;
        }
    return 0;
}

static int is_signalled(void *waiter) { return take_signal(waiter, 0); }

static int wait_for_signal(const void *condition, pthread_mutex_t *mutex, const char *name, void *pc, int timed)
{
    struct object_state *state = state_of(condition);
    struct waiter self = {smtcb_self, 0, 0, NULL, state};
    struct waiter **link;
    int times_out = 0, how = 0;

    event(name, pc);
    look_at(condition, pc);
    if (timed)
        times_out = result_of(name) == (timed == 2 ? thrd_timedout : ETIMEDOUT);
    unlock(mutex, pc);
    if (times_out) { /* it leaves before anybody signals, or as if nobody had */
        event(name, pc);
    } else {
        self.since = ++now;
        self.next = state->waiters;
        state->waiters = &self;
        how = smtcb_wait_until(is_signalled, &self, "the condition variable is signalled", NULL, pc,
                               (timed != 0) | MAY_BE_CANCELLED);
        event(name, pc);
        times_out = !take_signal(&self, 1) && how == TIME_IS_UP;
        for (link = &state->waiters; *link != &self; link = &(*link)->next)
            ;
        *link = self.next;
    }
    acquire(mutex, pc, 0);
    if (how == CANCELLED && !self.woken)
        smtcb_cancel();
    return times_out ? ETIMEDOUT : 0;
}

static void wake_one(const void *condition)
{
    struct object_state *state = state_of(condition);
    int asleep = 0;

    for (struct waiter *waiter = state->waiters; waiter; waiter = waiter->next)
        asleep += !waiter->woken;
    if (asleep > state->signal_count && state->signal_count < 64)
        state->signals[state->signal_count++] = ++now;
}

static void wake_all(const void *condition)
{
    struct object_state *state = state_of(condition);

    for (struct waiter *waiter = state->waiters; waiter; waiter = waiter->next)
        waiter->woken = 1;
    state->signal_count = 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    return wait_for_signal(condition, mutex, "pthread_cond_wait", PC, 0);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    (void)deadline;
    return wait_for_signal(condition, mutex, "pthread_cond_timedwait", PC, 1);
}

int __wrap_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                  const struct timespec *deadline)
{
    (void)clock, (void)deadline;
    return wait_for_signal(condition, mutex, "pthread_cond_clockwait", PC, 1);
}

int __wrap_cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return as_c11(wait_for_signal(condition, (pthread_mutex_t *)mutex, "cnd_wait", PC, 0));
}

int __wrap_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *deadline)
{
    (void)deadline;
    return as_c11(wait_for_signal(condition, (pthread_mutex_t *)mutex, "cnd_timedwait", PC, 2));
}

#define WAKING_FUNCTION(name, type, how)  \
    int __wrap_##name(type *condition)    \
    {                                     \
        event(#name, PC);                 \
        look_at(condition, PC);           \
        how(condition);                   \
        return 0;                         \
    }
WAKING_FUNCTION(pthread_cond_signal, pthread_cond_t, wake_one)
WAKING_FUNCTION(pthread_cond_broadcast, pthread_cond_t, wake_all)
WAKING_FUNCTION(cnd_signal, cnd_t, wake_one)
WAKING_FUNCTION(cnd_broadcast, cnd_t, wake_all)
WAKING_FUNCTION(pthread_cond_destroy, pthread_cond_t, forget)
WAKING_FUNCTION(cnd_init, cnd_t, forget)

void __wrap_cnd_destroy(cnd_t *condition)
{
    event("cnd_destroy", PC);
    forget(condition);
}

int __real_pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);

int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    event("pthread_cond_init", PC);
    forget(condition);
    return __real_pthread_cond_init(condition, attributes);
}

/* --- read-write locks and spinlocks --- */

static int has_no_writer(void *state) { return ((struct object_state *)state)->owner == NULL; }

static int has_nobody(void *state)
{
    return ((struct object_state *)state)->owner == NULL && ((struct object_state *)state)->readers == 0;
}

/* Who writes, or one of those who read. */
static int holder_of(void *given)
{
    struct object_state *state = given;

    for (int i = 0; i < smtcb_task_count && !state->owner; i++)
        if (state->reads[i])
            return i;
    return owner_of(state);
}

static int read_lock(void *lock, void *pc, int timed)
{
    struct object_state *state = state_of(lock);

    if (smtcb_wait_until(has_no_writer, state, "nobody writes", owner_of, pc, timed))
        return ETIMEDOUT;
    state->readers++;
    state->reads[smtcb_self->number]++;
    comes_after(lock);
    return 0;
}

static int write_lock(void *lock, void *pc, int timed)
{
    struct object_state *state = state_of(lock);

    if (smtcb_wait_until(has_nobody, state, "nobody reads or writes", holder_of, pc, timed))
        return ETIMEDOUT;
    state->owner = smtcb_self;
    comes_after(lock);
    return 0;
}

static int release_lock(void *lock)
{
    struct object_state *state = state_of(lock);

    comes_before(lock);
    if (state->owner)
        state->owner = NULL;
    else if (state->readers)
        state->readers--;
    if (state->reads[smtcb_self->number])
        state->reads[smtcb_self->number]--;
    return 0;
}

static int timed_lock(void *lock, int (*how)(void *, void *, int), int (*ready)(void *), const char *name, void *pc)
{
    event(name, pc);
    if (result_of(name) == ETIMEDOUT && !ready(state_of(lock)))
        return ETIMEDOUT;
    return how(lock, pc, 1);
}

#define RWLOCK_FUNCTION(name, call)                             \
    int __wrap_pthread_rwlock_##name(pthread_rwlock_t *lock)    \
    {                                                           \
        event("pthread_rwlock_" #name, PC);                     \
        return call;                                            \
    }
RWLOCK_FUNCTION(rdlock, read_lock(lock, PC, 0))
RWLOCK_FUNCTION(wrlock, write_lock(lock, PC, 0))
RWLOCK_FUNCTION(tryrdlock, has_no_writer(state_of(lock)) ? read_lock(lock, PC, 0) : EBUSY)
RWLOCK_FUNCTION(trywrlock, has_nobody(state_of(lock)) ? write_lock(lock, PC, 0) : EBUSY)
RWLOCK_FUNCTION(unlock, release_lock(lock))
RWLOCK_FUNCTION(destroy, (forget(lock), 0))

int __wrap_pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    event("pthread_rwlock_init", PC);
    forget(lock);
    return 0;
}

int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    (void)deadline;
    return timed_lock(lock, read_lock, has_no_writer, "pthread_rwlock_timedrdlock", PC);
}

int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    (void)deadline;
    return timed_lock(lock, write_lock, has_nobody, "pthread_rwlock_timedwrlock", PC);
}

#define SPIN_FUNCTION(name, call)                              \
    int __wrap_pthread_spin_##name(pthread_spinlock_t *given)  \
    {                                                          \
        void *lock = (void *)given;                            \
        event("pthread_spin_" #name, PC);                      \
        return call;                                           \
    }
SPIN_FUNCTION(lock, write_lock(lock, PC, 0))
SPIN_FUNCTION(trylock, has_nobody(state_of(lock)) ? write_lock(lock, PC, 0) : EBUSY)
SPIN_FUNCTION(unlock, release_lock(lock))
SPIN_FUNCTION(destroy, (forget(lock), 0))

int __wrap_pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    event("pthread_spin_init", PC);
    forget((void *)lock);
    return 0;
}

/* --- semaphores --- */

int __real_sem_wait(sem_t *);
int __real_sem_trywait(sem_t *);
int __real_sem_post(sem_t *);
int __real_sem_init(sem_t *, int, unsigned);
int __real_sem_destroy(sem_t *);

static int is_positive(void *semaphore)
{
    int value = 0;

    sem_getvalue(semaphore, &value);
    return value > 0;
}

static int decrement(sem_t *semaphore, void *pc, int timed)
{
    int how = smtcb_wait_until(is_positive, semaphore, "the semaphore is positive", NULL, pc,
                               timed | MAY_BE_CANCELLED);

    if (how == CANCELLED)
        smtcb_cancel();
    if (how) {
        errno = ETIMEDOUT;
        return -1;
    }
    return __real_sem_trywait(semaphore);
}

static int timed_decrement(sem_t *semaphore, const char *name, void *pc)
{
    long long result = 0;

    event(name, pc);
    smtcb_next_input(name, &result, NULL);
    if (result == -1 && !is_positive(semaphore)) {
        errno = ETIMEDOUT;
        return -1;
    }
    return decrement(semaphore, pc, 1);
}

#define SEMAPHORE_FUNCTION(name, call)     \
    int __wrap_sem_##name(sem_t *semaphore) \
    {                                      \
        event("sem_" #name, PC);           \
        look_at(semaphore, PC);            \
        return call;                       \
    }
SEMAPHORE_FUNCTION(wait, decrement(semaphore, PC, 0))
SEMAPHORE_FUNCTION(trywait, __real_sem_trywait(semaphore))
SEMAPHORE_FUNCTION(post, __real_sem_post(semaphore))
SEMAPHORE_FUNCTION(destroy, __real_sem_destroy(semaphore))

int __wrap_sem_init(sem_t *semaphore, int shared, unsigned value)
{
    event("sem_init", PC);
    return __real_sem_init(semaphore, shared, value);
}

int __wrap_sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    (void)deadline;
    return timed_decrement(semaphore, "sem_timedwait", PC);
}

int __wrap_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    (void)clock, (void)deadline;
    return timed_decrement(semaphore, "sem_clockwait", PC);
}

/* --- barriers, and what is done once --- */

struct arrival {
    struct object_state *state;
    unsigned generation;
};

static int all_have_arrived(void *arrival)
{
    return ((struct arrival *)arrival)->state->generation != ((struct arrival *)arrival)->generation;
}

int __wrap_pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count)
{
    (void)attributes;
    event("pthread_barrier_init", PC);
    if (!count)
        return EINVAL;
    forget(barrier);
    state_of(barrier)->needed = count;
    return 0;
}

int __wrap_pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    event("pthread_barrier_destroy", PC);
    return (void)barrier, 0;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct object_state *state = state_of(barrier);
    struct arrival arrival;

    event("pthread_barrier_wait", PC);
    comes_before(barrier);
    if (++state->arrived == state->needed) {
        state->arrived = 0;
        state->generation++;
        comes_after(barrier);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    arrival = (struct arrival){state, state->generation};
    smtcb_wait_until(all_have_arrived, &arrival, "all threads have arrived at the barrier", NULL, PC, 0);
    event("pthread_barrier_wait", PC);
    comes_after(barrier);
    return 0;
}

static int is_not_under_way(void *state) { return ((struct object_state *)state)->once != 1; }

static void once(const void *control, void (*routine)(void), const char *name, void *pc)
{
    struct object_state *state = state_of(control);

    event(name, pc);
    smtcb_wait_until(is_not_under_way, state, "the routine has been run", owner_of, pc, 0);
    comes_after(state);
    if (state->once == 2)
        return;
    state->once = 1;
    state->owner = smtcb_self;
    routine();
    event(name, pc);
    comes_before(state);
    state->once = 2;
    state->owner = NULL;
}

int __wrap_pthread_once(pthread_once_t *control, void (*routine)(void))
{
    once(control, routine, "pthread_once", PC);
    return 0;
}

void __wrap_call_once(once_flag *flag, void (*routine)(void)) { once(flag, routine, "call_once", PC); }
