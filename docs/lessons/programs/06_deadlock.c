/* Two philosophers, two forks: each takes the left one first. */
#include <pthread.h>

pthread_mutex_t fork_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork_b = PTHREAD_MUTEX_INITIALIZER;
int meals;

void *plato(void *unused)
{
    pthread_mutex_lock(&fork_a);
    pthread_mutex_lock(&fork_b);
    meals++;
    pthread_mutex_unlock(&fork_b);
    pthread_mutex_unlock(&fork_a);
    return unused;
}

void *sappho(void *unused)
{
    pthread_mutex_lock(&fork_b);
    pthread_mutex_lock(&fork_a);
    meals++;
    pthread_mutex_unlock(&fork_a);
    pthread_mutex_unlock(&fork_b);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, plato, NULL);
    pthread_create(&two, NULL, sappho, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
