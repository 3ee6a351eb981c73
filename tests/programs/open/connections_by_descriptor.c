// verdict: assertion
/* What is known of a connection is kept by its descriptor. It is forgotten after the descriptor is closed: by then, another
   thread may have the same one. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used[16];

static void *serve(void *argument)
{
    int descriptor = open("/dev/null", O_RDWR);

    if (descriptor < 0)
        return argument;
    pthread_mutex_lock(&lock);
    assert(!used[descriptor]); // here
    used[descriptor] = 1;
    pthread_mutex_unlock(&lock);
    close(descriptor);
    pthread_mutex_lock(&lock);
    used[descriptor] = 0;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, serve, NULL);
    serve(NULL);
    pthread_join(thread, NULL);
    return 0;
}
