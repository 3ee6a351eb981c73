// verdict: assertion
// except: cseq slow
// except: once slow
/* A signal that is sent to another thread comes there at any time; it does not come here. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_t receiver;
static int elsewhere, handled;

static void handler(int number)
{
    (void)number;
    if (!pthread_equal(pthread_self(), receiver))
        elsewhere = 1;
    handled = 1;
}

static void *receive(void *argument)
{
    assert(!handled); // here
    return argument;
}

int main(void)
{
    signal(SIGALRM, handler);
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_kill(receiver, SIGALRM);
    pthread_join(receiver, NULL);
    assert(!elsewhere);
    return 0;
}
