// deadlock
// A daemon waits for the end of the process, which may come at any time; nobody posts the semaphore.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

sem_t never;

void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, work, 0);
    pause(); // safe
    sem_wait(&never); // unsafe
    return 0;
}
