// verdict: safe
// except: cseq slow
/* Whoever waits for what a handler gives is not deadlocked, however many signals have come. */
#include <assert.h>
#include <semaphore.h>
#include <signal.h>

static sem_t semaphore;
static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
    sem_post(&semaphore);
}

int main(void)
{
    signal(SIGINT, handler);
    sem_init(&semaphore, 0, 0);
    assert(sem_wait(&semaphore) == 0);
    assert(handled);
    sem_wait(&semaphore);
    return 0;
}
