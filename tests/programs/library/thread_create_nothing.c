// verdict: null-pointer
/* A start routine that is none. */
#include <pthread.h>

int main(void)
{
    void *(*routine)(void *) = 0;
    pthread_t thread;

    pthread_create(&thread, 0, routine, 0); // here
    pthread_join(thread, 0);
}
