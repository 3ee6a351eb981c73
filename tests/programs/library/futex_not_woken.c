// verdict: deadlock
/* Who sets the flag does not wake whoever sleeps already. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready, waiting;

static void *waits(void *unused)
{
    waiting = 1;
    while (!ready)
        syscall(SYS_futex, &ready, FUTEX_WAIT, 0, NULL, NULL, 0); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, waits, NULL);
    if (waiting) {
        ready = 1;
        syscall(SYS_futex, &ready, FUTEX_WAKE, 1, NULL, NULL, 0);
    } else {
        ready = 1;
    }
    pthread_join(thread, NULL); // here
}
