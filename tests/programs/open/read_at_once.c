// verdict: safe  bounds: symbolic=1
// except: cseq slow
/* Of a thousand bytes nobody knows how many come: what comes behind them is as it was, and an end is put there. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *argument)
{
    char text[1000], more[300];
    ssize_t count;

    text[500] = 'x';
    more[7] = 'y';
    count = read(3, text, sizeof text - 1);
    if (count < 0)
        count = 0;
    assert(count > 500 || text[500] == 'x');
    if (count < 200 && read(3, more + count, 100) >= 0)
        assert(count < 8 || more[7] == 'y');
    text[count] = '\0';
    pthread_mutex_lock(&lock);
    served += text[0] == 'g';
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t one;

    pthread_create(&one, NULL, serve, NULL);
    serve(NULL);
    pthread_join(one, NULL);
    assert(served <= 2);
}
