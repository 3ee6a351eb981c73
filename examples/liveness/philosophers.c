/* Two philosophers who are polite: each takes a fork, tries the other one, and puts the first one back if that fails.
   They may do so in step for ever, and nobody eats.
   FAILED: --property livelock
   FAILED: --ltl "G F eats"
   SUCCESSFUL: --property deadlock */
#include <pthread.h>

pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int eats;

void smtcb_progress(void);

static void *philosopher(void *place)
{
    int own = *(int *)place;
    for (;;) {
        pthread_mutex_lock(&forks[own]);
        if (pthread_mutex_trylock(&forks[!own]) == 0) {
            eats = 1;
            smtcb_progress();
            eats = 0;
            pthread_mutex_unlock(&forks[!own]);
        }
        pthread_mutex_unlock(&forks[own]);
    }
    return 0;
}

int main(void)
{
    static int places[2] = {0, 1};
    pthread_t other;
    pthread_create(&other, 0, philosopher, &places[1]);
    philosopher(&places[0]);
    return 0;
}
