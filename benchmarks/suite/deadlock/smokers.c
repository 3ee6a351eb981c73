/*
 * Cigarette smokers, two of them: an agent puts one ingredient on the table and wakes whoever waits. With one
 * semaphore for both (BAD) the wrong smoker can wake up and swallow the signal. Otherwise each has their own.
 */
#include <pthread.h>
#include <semaphore.h>

static int table = -1;
static sem_t lacks[2], finished;

#ifdef BAD
#define SIGNAL(who) (&lacks[0])
#else
#define SIGNAL(who) (&lacks[who])
#endif

static void *smoker(void *argument) {
    int me = (int)(long)argument;
    sem_wait(SIGNAL(me));
    if (table != me)
        return NULL;
    table = -1;
    sem_post(&finished);
    return NULL;
}

static void *agent(void *unused) {
    for (int i = 0; i < 2; i++) {
        table = i;
        sem_post(SIGNAL(i));
        sem_wait(&finished);
    }
    return NULL;
}

int main(void) {
    pthread_t s[2], a;
    sem_init(&lacks[0], 0, 0);
    sem_init(&lacks[1], 0, 0);
    sem_init(&finished, 0, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&s[i], NULL, smoker, (void *)i);
    pthread_create(&a, NULL, agent, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(s[i], NULL);
    pthread_join(a, NULL);
    return 0;
}
