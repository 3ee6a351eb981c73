/* Two threads write to the same variable. Who is last? */
#include <assert.h>
#include <pthread.h>

int winner;

void *red(void *unused)
{
    winner = 1;
    return unused;
}

void *blue(void *unused)
{
    winner = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, red, NULL);
    pthread_create(&two, NULL, blue, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(winner == 2);
    return 0;
}
