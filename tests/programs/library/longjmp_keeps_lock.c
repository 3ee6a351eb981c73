// verdict: deadlock
/* An error handler that jumps out of a critical section forgets the lock. */
#include <pthread.h>
#include <setjmp.h>

jmp_buf handler;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void parse(int value)
{
    pthread_mutex_lock(&lock);
    if (value < 0)
        _longjmp(handler, 1);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    if (_setjmp(handler) == 0)
        parse(-1);
    pthread_mutex_lock(&lock); // here
    return 0;
}
