// verdict: null-pointer  bounds: create_may_fail=1
/* No thread could be created, and the name of none is joined. */
#include <pthread.h>

static pthread_t thread;

static void *work(void *unused) { return unused; }

int main(void)
{
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0); // here
    return 0;
}
