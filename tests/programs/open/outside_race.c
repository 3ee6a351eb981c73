// verdict: data-race
/* Two threads let it write the same variable. */
#include <pthread.h>

int device_read(int *value);

int value;

static void *read_it(void *argument)
{
    device_read(&value);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, read_it, 0);
    device_read(&value);  // here
    pthread_join(thread, 0);
    return 0;
}
