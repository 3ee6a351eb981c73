/* Each thread says that it is there, and looks whether the other one is. Can both be alone? */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int red_here, blue_here;
int red_alone, blue_alone;

void *red(void *unused)
{
    atomic_store_explicit(&red_here, 1, memory_order_relaxed);
    red_alone = !atomic_load_explicit(&blue_here, memory_order_relaxed);
    return unused;
}

void *blue(void *unused)
{
    atomic_store_explicit(&blue_here, 1, memory_order_relaxed);
    blue_alone = !atomic_load_explicit(&red_here, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, red, NULL);
    pthread_create(&two, NULL, blue, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(!(red_alone && blue_alone));
    return 0;
}
