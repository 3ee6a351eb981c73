// verdict: deadlock
// except: cseq large
/* The handler ends the process only if it comes late enough. If it comes early, the main thread waits for ever. */
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t ready;
static sem_t semaphore;

static void stop(int number)
{
    (void)number;
    if (ready)
        _exit(0);
}

int main(void)
{
    sem_init(&semaphore, 0, 0);
    signal(SIGALRM, stop);
    alarm(2);
    ready = 1;
    sem_wait(&semaphore); // here
    return 0;
}
