// verdict: assertion
// except: cseq slow
/* Without SA_RESTART, a wait ends with EINTR. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t semaphore;

static void handler(int number)
{
    (void)number;
    sem_post(&semaphore);
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler};

    sem_init(&semaphore, 0, 1);
    sigaction(SIGINT, &action, NULL);
    assert(sem_wait(&semaphore) == 0);
    if (sem_wait(&semaphore) != 0)
        assert(errno != EINTR); // here
    return 0;
}
