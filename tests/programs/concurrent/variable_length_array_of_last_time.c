// verdict: dead-local
/* Each time round the loop has an array of its own; a jump out of its block ends its life, too. */
#include <pthread.h>

int flag;

static int sum(int size)
{
    int *last = 0, total = 0, turn = 0;
again:
    {
        int array[size];
        array[0] = turn;
        if (last != 0 && flag)
            total += *last;  // here
        last = array;
        turn++;
        if (turn < 2)
            goto again;
    }
    return total;
}

static void *worker(void *unused)
{
    sum(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flag = 1;
    pthread_join(thread, 0);
    return 0;
}
