// verdict: safe
/* C11 threads: create, join with a result, mutex, call_once. */
#include <assert.h>
#include <threads.h>

int x, runs;
mtx_t m;
once_flag once = ONCE_FLAG_INIT;

void initialise(void) { runs++; }

int worker(void *argument) {
    call_once(&once, initialise);
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    return *(int *)argument + 1;
}

int main(void) {
    thrd_t a, b;
    int first = 10, second = 20, ra, rb;
    mtx_init(&m, mtx_plain);
    assert(thrd_create(&a, worker, &first) == thrd_success);
    assert(thrd_create(&b, worker, &second) == thrd_success);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(x == 2 && runs == 1 && ra == 11 && rb == 21);
    mtx_destroy(&m);
    return 0;
}
