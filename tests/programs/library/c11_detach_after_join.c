// verdict: lock-misuse
/* A thread that was joined cannot be detached. */
#include <threads.h>

static int worker(void *argument)
{
    return 0;
}

int main(void)
{
    thrd_t thread;

    thrd_create(&thread, worker, NULL);
    thrd_join(thread, NULL);
    thrd_detach(thread);  // here
}
