// verdict: data-race
/* The handle is written by pthread_create while another thread reads it. */
#include <pthread.h>

pthread_t handle;

static void *reader(void *argument)
{
    pthread_t copy = handle;  // here
    (void)copy;
    return argument;
}

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&handle, 0, nothing, 0);  // here
}
