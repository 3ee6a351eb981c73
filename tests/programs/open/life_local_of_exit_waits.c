// verdict: safe
/* Who calls pthread_exit takes its locals along, and waits before it does until nobody looks at them any more. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int *shown;
static sem_t ready, done;

static void *worker(void *unused)
{
    int mine = 1;

    (void)unused;
    shown = &mine;
    sem_post(&ready);
    sem_wait(&done);
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t thread;

    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, worker, NULL);
    sem_wait(&ready);
    assert(*shown == 1);
    sem_post(&done);
    pthread_join(thread, NULL);
    return 0;
}
