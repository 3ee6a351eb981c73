// verdict: null-pointer
/* A thread is joined that was never created. */
#include <pthread.h>

pthread_t thread;

int main(void)
{
    pthread_join(thread, 0);  // here
}
