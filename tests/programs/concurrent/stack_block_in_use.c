// verdict: safe
// Arrays of variable length and blocks of alloca live as long as the calls that made them, whatever is called meanwhile.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static int shared;

static int sum(int count, int more)
{
    int array[count];
    int total = 0;

    for (int i = 0; i < count; i++)
        array[i] = i + shared;
    if (more) {
        int *block = alloca(sizeof(int));

        *block = sum(count - 1, 0);
        total = *block;
    }
    for (int i = 0; i < count; i++)
        total += array[i] >= i;
    return total;
}

static void *set(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    assert(sum(2, 1) == 3);
    assert(sum(2, shared) >= 2);
    pthread_join(thread, NULL);
    return 0;
}
