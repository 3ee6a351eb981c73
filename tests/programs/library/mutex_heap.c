// verdict: safe
/* A mutex inside a heap object, gone with the object. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t mutex;
    int balance;
};

static void *deposit(void *argument)
{
    struct account *account = argument;

    pthread_mutex_lock(&account->mutex);
    account->balance++;
    pthread_mutex_unlock(&account->mutex);
    return 0;
}

int main(void)
{
    struct account *account = malloc(sizeof *account);
    pthread_t thread;

    account->balance = 0;
    pthread_mutex_init(&account->mutex, 0);
    pthread_create(&thread, 0, deposit, account);
    deposit(account);
    pthread_join(thread, 0);
    assert(account->balance == 2);
    pthread_mutex_destroy(&account->mutex);
    free(account);
}
