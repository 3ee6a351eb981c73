/* Peterson with two lines exchanged: first the turn, then the wish. */
#include <assert.h>
#include <pthread.h>

volatile int wants[2], turn;
int inside;

void enter(int me)
{
    turn = 1 - me;
    wants[me] = 1;
    while (wants[1 - me] && turn == 1 - me)
        ;
}

void leave(int me)
{
    wants[me] = 0;
}

void *first(void *unused)
{
    enter(0);
    inside++;
    assert(inside == 1);
    inside--;
    leave(0);
    return unused;
}

void *second(void *unused)
{
    enter(1);
    inside++;
    assert(inside == 1);
    inside--;
    leave(1);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
