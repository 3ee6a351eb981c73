/* C11 threads, which are POSIX threads by other names: c11_threads.c. */
#ifndef _THREADS_H
#define _THREADS_H 1

#include <bits/pthread_types.h>
#include <bits/timespec.h>
#include <time.h>

#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
#define TSS_DTOR_ITERATIONS 4

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_once_t once_flag;
typedef pthread_key_t tss_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument);
int thrd_join(thrd_t thread, int *result);
void thrd_exit(int result);
int thrd_detach(thrd_t thread);
thrd_t thrd_current(void);
int thrd_equal(thrd_t left, thrd_t right);
void thrd_yield(void);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);

int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_trylock(mtx_t *mutex);
int mtx_timedlock(mtx_t *mutex, const struct timespec *deadline);
int mtx_unlock(mtx_t *mutex);

int cnd_init(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *deadline);
int cnd_signal(cnd_t *condition);
int cnd_broadcast(cnd_t *condition);

void call_once(once_flag *flag, void (*routine)(void));

int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

#endif
