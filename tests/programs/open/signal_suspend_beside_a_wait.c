// verdict: safe
// except: cseq slow
/* Main sleeps until somebody outside ends the process: the other thread, whom nobody wakes, is not stuck. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t semaphore;

static void *worker(void *unused)
{
    sem_wait(&semaphore);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t none;

    sigemptyset(&none);
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    for (;;)
        sigsuspend(&none);
}
