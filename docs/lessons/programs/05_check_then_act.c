/* Every access is under the lock, and money is still lost: the check and the act are two sections. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int balance = 100;

void *withdraw(void *unused)
{
    int enough;

    pthread_mutex_lock(&mutex);
    enough = balance >= 80;
    pthread_mutex_unlock(&mutex);
    if (enough) {
        pthread_mutex_lock(&mutex);
        balance -= 80;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, withdraw, NULL);
    pthread_create(&two, NULL, withdraw, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(balance >= 0);
    return 0;
}
