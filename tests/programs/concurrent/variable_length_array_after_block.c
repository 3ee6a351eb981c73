// verdict: dead-local
/* A variable-length array lives to the end of its block, as any other array does; alloca's memory lives longer. */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

int flag;

int use(int size)
{
    int *kept = 0, *longer = 0;

    for (int i = 0; i < 2; i++) {
        int array[size];
        array[1] = i;
        if (i == 1)
            break;
        kept = array;
        longer = alloca(sizeof *longer);
        *longer = 3;
    }
    assert(*longer == 3);
    return flag ? kept[1] : 0;  // here
}

void *worker(void *unused)
{
    use(2);
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
