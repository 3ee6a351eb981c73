// verdict: lock-misuse
/* A C11 thread is joined twice. */
#include <threads.h>

static int worker(void *argument)
{
    return argument != 0;
}

int main(void)
{
    thrd_t thread;

    thrd_create(&thread, worker, 0);
    thrd_join(thread, 0);
    thrd_join(thread, 0); // here
}
