// verdict: assertion
/* C11 threads without a lock. */
#include <assert.h>
#include <threads.h>

int x;

int worker(void *unused) {
    x++;
    thrd_exit(0);
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, worker, 0);
    thrd_create(&b, worker, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
