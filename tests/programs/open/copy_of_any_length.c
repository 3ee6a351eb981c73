// verdict: out-of-bounds  bounds: symbolic=1
/* A length from outside is too much for the buffer. It takes one look to see that, not as many rounds as there are bytes. */
#include <pthread.h>
#include <string.h>

struct frame {
    unsigned length;
    unsigned char data[500];
};

unsigned __VERIFIER_nondet_uint(void);

static struct frame last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *receiver(void *arg)
{
    struct frame f = {__VERIFIER_nondet_uint(), {0}};

    pthread_mutex_lock(&lock);
    memcpy(last.data, f.data, f.length); // here
    last.length = f.length;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, receiver, NULL);
    pthread_join(thread, NULL);
    return 0;
}
