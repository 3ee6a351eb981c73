/* Threads: creating, ending, joining, detaching them. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>
#include <stdlib.h>

static struct __smtcb_thread main_thread;

/* Holds for main; pthread_create gives every other thread a control block of its own. */
_Thread_local struct __smtcb_thread *__smtcb_self = &main_thread;

unsigned __smtcb_live_threads = 1;

_Thread_local void (*__smtcb_before_thread_exit)(void);

struct __smtcb_thread *__smtcb_called(pthread_t name)
{
    struct __smtcb_thread *thread = (struct __smtcb_thread *)name;

    if (__smtcb_tells_threads_apart()) {
        __smtcb_atomic_begin();
        if (thread->called != NULL)
            thread = thread->called;
        __smtcb_atomic_end();
    }
    return thread;
}

enum { MOST_NAMES = 8 };

static struct __smtcb_thread *names[MOST_NAMES]; /* that may be given out again */
static int count_of_names;

/* Has the name no meaning any more? */
static _Bool is_free(const struct __smtcb_thread *name)
{
    const struct __smtcb_thread *thread = name->called != NULL ? name->called : name;

    return (thread->joined || thread->detached) && thread->ended;
}

static unsigned free_names(void)
{
    unsigned found = 0;

    __smtcb_atomic_begin();
    for (int i = 0; i < count_of_names; i++)
        if (is_free(names[i]))
            found |= 1U << i;
    __smtcb_atomic_end();
    return found;
}

static struct __smtcb_thread *own_name(struct __smtcb_thread *created)
{
    __smtcb_atomic_begin();
    if (count_of_names < MOST_NAMES)
        names[count_of_names++] = created;
    __smtcb_atomic_end();
    return created;
}

/* Unless somebody else has taken it meanwhile. */
static struct __smtcb_thread *take_name(struct __smtcb_thread *created, int place)
{
    struct __smtcb_thread *name = NULL;

    __smtcb_atomic_begin();
    if (is_free(names[place])) {
        name = names[place];
        name->called = created;
        created->name = name;
    }
    __smtcb_atomic_end();
    return name != NULL ? name : own_name(created);
}

/* Either what is inside, or what is outside of `half`; something of it. */
static unsigned half_of(unsigned set, unsigned half)
{
    if ((set & half) == 0 || (set & ~half) == 0)
        return set;
    return __VERIFIER_nondet_bool() ? set & half : set & ~half;
}

/* A new thread may be called like one that has ended, and was joined or detached: any such one, or none. POSIX leaves that
   open; glibc takes any stack that is large enough. What is chosen is chosen outside of atomic sections, so that nobody has
   to ask whether these can go on for all choices. */
struct __smtcb_thread *__smtcb_name_for(struct __smtcb_thread *created)
{
    unsigned found = free_names();

    if (found == 0 || __VERIFIER_nondet_bool())
        return own_name(created);
    found = half_of(half_of(half_of(found, 0x0f), 0x33), 0x55);
    return take_name(created, (found & 0xf0 ? 4 : 0) | (found & 0xcc ? 2 : 0) | (found & 0xaa ? 1 : 0));
}

/* Threads that were created. Who is created first is for executions to say: what modes call threads does not tell. */
static unsigned created_threads;

/* Set to 1 by --create-may-fail: there may be too many threads already. */
int __smtcb_create_may_fail = 0;

/* As in glibc, *thread is written before the new thread runs, and by a plain store: a thread that reads it at the same
   time races with it. Where no thread can be created, it is not written. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    struct __smtcb_thread *created;
    _Bool detached = attributes != NULL && attributes->__detachstate == PTHREAD_CREATE_DETACHED;

    if (__smtcb_is_part("pthread_attr_setinheritsched"))
        if (!__smtcb_can_be_scheduled(attributes))
            return EINVAL;
    if (__smtcb_create_may_fail && __VERIFIER_nondet_bool())
        return EAGAIN;
    created = __smtcb_allocate_internally(sizeof(struct __smtcb_thread), 1);
    if (__smtcb_tells_threads_apart())
        *thread = (pthread_t)__smtcb_name_for(created);
    else
        *thread = (pthread_t)created;
    __smtcb_atomic_begin();
    created->detached = detached;
    if (__smtcb_is_part("pthread_getschedparam"))
        __smtcb_inherit_scheduling(created, attributes);
    if (__smtcb_has_exit_handlers()) {
        __smtcb_live_threads++;
    } else {
        if (__smtcb_is_part("pause"))
            __smtcb_live_threads++;
    }
    if (__smtcb_is_part("gettid"))
        created->how_manieth = ++created_threads;
    created->number = __smtcb_start_thread(routine, argument, created);
    __smtcb_atomic_end();
    return 0;
}

static _Bool was_the_last(void)
{
    _Bool is_last;

    __smtcb_atomic_begin();
    is_last = --__smtcb_live_threads == 0;
    __smtcb_atomic_end();
    return is_last;
}

/* The last steps of a thread, whether its start routine returns or it calls pthread_exit. The end of the last thread is
   that of the process, as if it called exit(0). Its end belongs to the step in which the others learn of it. */
void __smtcb_thread_exit(void *result)
{
    if (__smtcb_before_thread_exit != NULL)
        __smtcb_before_thread_exit();
    __smtcb_atomic_begin();
    __smtcb_self->result = result;
    __smtcb_self->ended = 1;
    __smtcb_atomic_end();
    if (__smtcb_has_exit_handlers()) {
        if (was_the_last())
            exit(0);
    } else {
        if (__smtcb_is_part("pause"))
            was_the_last();
    }
    __smtcb_end_thread();
}

/* What a joined thread gave, until it is where the caller wants it. Structures are copied without a look at what is in
   them: a start routine may have ended without a value, and whoever asks for it need not use it. */
struct result {
    void *value;
};

static _Thread_local struct result taken;

static void hand_over(void **result)
{
    *(struct result *)result = taken;
    taken.value = NULL;
}

/* Waits for the end of a thread; a cancellation point. Joining oneself is the shortest deadlock; glibc notices it. */
int pthread_join(pthread_t thread, void **result)
{
    struct __smtcb_thread *joined = __smtcb_called(thread);
    int error = 0;
    _Bool cancelled = 0;

    __smtcb_atomic_begin();
    __smtcb_assert(joined != __smtcb_self, "deadlock", "a thread joins itself");
    __smtcb_assert(!joined->joined, "lock-misuse", "a thread is joined twice");
    if (joined == __smtcb_self) {
        error = EDEADLK;
    } else if (joined->detached || joined->joined) {
        __smtcb_assert(!joined->ended, "lock-misuse", "a thread is joined that was detached, and has ended");
        error = EINVAL;
    } else {
        __smtcb_wait_for_interruptibly(joined->ended || __smtcb_cancelled(), "the joined thread has ended", NULL, joined,
                                       0);
        cancelled = __smtcb_cancelled() && !joined->ended;
        if (!cancelled) {
            joined->joined = 1;
            if (result != NULL)
                taken = *(struct result *)&joined->result;
        }
    }
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (error == 0 && result != NULL)
        hand_over(result);
    return error;
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    struct __smtcb_thread *joined = __smtcb_called(thread);
    int error = 0;

    __smtcb_atomic_begin();
    __smtcb_assert(!joined->joined, "lock-misuse", "a thread is joined twice");
    if (!joined->ended) {
        error = EBUSY; /* also if it is detached */
    } else if (joined->detached || joined->joined) {
        __smtcb_assert(0, "lock-misuse", "a thread is joined that was detached, and has ended");
        error = EINVAL;
    } else {
        joined->joined = 1;
        if (result != NULL)
            taken = *(struct result *)&joined->result;
    }
    __smtcb_atomic_end();
    if (error == 0 && result != NULL)
        hand_over(result);
    return error;
}

static _Bool is_detached(pthread_t thread)
{
    struct __smtcb_thread *joined = __smtcb_called(thread);
    _Bool detached;

    __smtcb_atomic_begin();
    detached = joined->detached;
    __smtcb_atomic_end();
    return detached;
}

/* A wait with a deadline may end at any time: with the thread joined where it has ended, timed out where it has not.
   Without a deadline it is a join. A cancellation point. */
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *deadline)
{
    _Bool is_time;
    int error;

    if (!__smtcb_is_clock_for_waits(clock))
        return EINVAL;
    if (deadline == NULL)
        return pthread_join(thread, result);
    is_time = __smtcb_is_time(deadline);
    if (thread == pthread_self())
        return EDEADLK;
    pthread_testcancel();
    error = pthread_tryjoin_np(thread, result);
    if (error != EBUSY)
        return error;
    return is_time && !is_detached(thread) ? __smtcb_timed_out(ETIMEDOUT, clock, deadline) : EINVAL;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline)
{
    return pthread_clockjoin_np(thread, result, CLOCK_REALTIME, deadline);
}

int pthread_detach(pthread_t thread)
{
    struct __smtcb_thread *detached = __smtcb_called(thread);
    int error = 0;

    __smtcb_atomic_begin();
    __smtcb_assert(!detached->joined, "lock-misuse", "a thread is detached after it was joined");
    if (detached->detached || detached->joined) {
        __smtcb_assert(!detached->ended, "lock-misuse", "a thread is detached twice, and has ended");
        error = EINVAL;
    } else {
        detached->detached = 1;
    }
    __smtcb_atomic_end();
    return error;
}

pthread_t pthread_self(void)
{
    struct __smtcb_thread *name = __smtcb_self;

    if (__smtcb_tells_threads_apart()) {
        __smtcb_atomic_begin();
        if (name->name != NULL)
            name = name->name;
        __smtcb_atomic_end();
    }
    return (pthread_t)name;
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

__smtcb_thread_set __smtcb_asleep;

/* The running thread as a set. */
__smtcb_thread_set __smtcb_self_set(void)
{
    unsigned number = __smtcb_self->number;

    if (number >= 64)
        __smtcb_unsupported("more than 64 threads that wait for each other");
    return 1ULL << (number & 63);
}

/* Keeps the members inside or outside of `half`: either ones where both exist. */
static __smtcb_thread_set keep_half(__smtcb_thread_set set, __smtcb_thread_set half)
{
    __smtcb_thread_set inside = set & half;

    if (inside == 0 || inside == set)
        return set;
    return __VERIFIER_nondet_bool() ? inside : set & ~half;
}

/* Any one member of a set that is not empty. Two members differ in one of the six bits of their numbers at least, so
   that after keeping a half for each bit there is one member left. */
__smtcb_thread_set __smtcb_pick_thread(__smtcb_thread_set candidates)
{
    candidates = keep_half(candidates, 0x5555555555555555ULL);
    candidates = keep_half(candidates, 0x3333333333333333ULL);
    candidates = keep_half(candidates, 0x0f0f0f0f0f0f0f0fULL);
    candidates = keep_half(candidates, 0x00ff00ff00ff00ffULL);
    candidates = keep_half(candidates, 0x0000ffff0000ffffULL);
    candidates = keep_half(candidates, 0x00000000ffffffffULL);
    return candidates;
}
