// verdict: null-pointer
/* A once-routine that is none. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

int main(void)
{
    void (*routine)(void) = 0;

    pthread_once(&once, routine); // here
}
