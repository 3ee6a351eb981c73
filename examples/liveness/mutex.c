/* A mutex does not say who gets it next: a thread may starve, although the other one always gives it back.
   FAILED: --property starvation
   FAILED: --ltl "G F got"
   SUCCESSFUL: --ltl "G F (got || other_got)"
   SUCCESSFUL: --property livelock */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int got, other_got;

static void *greedy(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        other_got = 1;
        other_got = 0;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, greedy, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        got = 1;
        got = 0;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
