// verdict: deadlock
/* One thread, whose steps depend on a choice: it locks again what it holds, or does not. */
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int y;
static void point(void) {
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_atomic_begin(); __VERIFIER_assume(y < 1); y++; __VERIFIER_atomic_end();
        pthread_mutex_lock(&m); // here
        pthread_mutex_unlock(&m);
    }
}
int main(void)
{
    point();
    pthread_mutex_lock(&m);
    point();
    pthread_mutex_unlock(&m);
    point();
    return 0;
}
