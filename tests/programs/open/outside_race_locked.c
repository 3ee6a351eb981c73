// verdict: safe  bounds: races=1, sampled=1
/* Under a lock it is no race; and it does not touch the lock. */
#include <assert.h>
#include <pthread.h>

struct device {
    pthread_mutex_t mutex;
    int value;
};

int device_read(struct device *device);

struct device device = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *read_it(void *argument)
{
    pthread_mutex_lock(&device.mutex);
    device_read(&device);
    pthread_mutex_unlock(&device.mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, read_it, 0);
    read_it(0);
    pthread_join(thread, 0);
    return 0;
}
