// verdict: deadlock
/* Two threads wait for each other, whatever main does for ever. */
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

void *left_first(void *unused)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right); // here
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return unused;
}

void *right_first(void *unused)
{
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left); // here
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, left_first, NULL);
    pthread_create(&second, NULL, right_first, NULL);
    for (;;)
        sleep(1);
}
