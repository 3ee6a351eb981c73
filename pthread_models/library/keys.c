/* Thread-specific data. The values are thread-local, so reading and writing them is nobody else's business. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>

typedef void (*destructor_function)(void *);

/* A key is a number from 0 up. A deleted one is not given out again: a program that runs out of them therefore is not
   judged. */
static unsigned key_count;
static destructor_function destructors[PTHREAD_KEYS_MAX];
static _Bool deleted[PTHREAD_KEYS_MAX];
static _Bool any_deleted;

static _Thread_local void *values[PTHREAD_KEYS_MAX];
static _Thread_local unsigned value_count; /* keys from here on have no value in the running thread */

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned created;

    __smtcb_atomic_begin();
    created = key_count;
    if (created == PTHREAD_KEYS_MAX && any_deleted)
        __smtcb_unsupported("more than 128 keys, some of them deleted");
    if (created < PTHREAD_KEYS_MAX) {
        destructors[created] = destructor;
        key_count = created + 1;
    }
    __smtcb_atomic_end();
    if (created == PTHREAD_KEYS_MAX)
        return EAGAIN;
    *key = created;
    return 0;
}

static _Bool exists(pthread_key_t key)
{
    _Bool result;

    __smtcb_atomic_begin();
    result = key < key_count && !deleted[key];
    __smtcb_atomic_end();
    return result;
}

int pthread_key_delete(pthread_key_t key)
{
    int error = EINVAL;

    __smtcb_atomic_begin();
    if (exists(key)) {
        deleted[key] = 1;
        any_deleted = 1;
        error = 0;
    }
    __smtcb_atomic_end();
    return error;
}

/* Takes away a key's value, and gives the destructor that is to be called with it. */
static destructor_function take_destructor(pthread_key_t key)
{
    destructor_function destructor = NULL;

    values[key] = NULL;
    __smtcb_atomic_begin();
    if (!deleted[key])
        destructor = destructors[key];
    __smtcb_atomic_end();
    return destructor;
}

/* Destructors may set values again, so there are several rounds. */
static void run_destructors(void)
{
    int round;

    for (round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        _Bool any = 0;
        pthread_key_t key;

        for (key = 0; key < value_count; key++) {
            void *value = values[key];

            if (value != NULL) {
                destructor_function destructor = take_destructor(key);

                any = 1;
                if (destructor != NULL)
                    destructor(value);
            }
        }
        if (!any)
            return;
    }
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < PTHREAD_KEYS_MAX ? values[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= PTHREAD_KEYS_MAX || !exists(key))
        return EINVAL;
    values[key] = (void *)value;
    if (key >= value_count)
        value_count = key + 1;
    __smtcb_before_thread_exit = run_destructors;
    return 0;
}
