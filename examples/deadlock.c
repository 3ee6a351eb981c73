/* Two accounts, two locks, two transfers in opposite directions: each thread may end up waiting for the other. */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *alice_pays(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

void *bob_pays(void *unused)
{
    transfer(&bob, &alice, 50);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, alice_pays, NULL);
    pthread_create(&second, NULL, bob_pays, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
