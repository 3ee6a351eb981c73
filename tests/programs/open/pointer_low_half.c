// verdict: safe
/* What an integer that is too narrow keeps of an address is not 0; a number that travels as a pointer stays the same. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int first, second;
_Thread_local char page __attribute__((aligned(4096)));

void *same(void *argument)
{
    assert((unsigned)&page % 4096 == 0 && (unsigned)&page != 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int *allocated = malloc(sizeof *allocated);

    assert((unsigned int)allocated != 0); /* as programs do that were written for 32 bits */
    assert((unsigned int)&first != 0 && (int)&first != (int)&second);
    assert((int)(char *)0 == 0 && !(unsigned int)NULL);
    pthread_create(&thread, NULL, same, (void *)-1L);
    pthread_join(thread, &result);
    assert((int)result == -1 && (int)(void *)7L == 7 && (short)(void *)0x12345L == 0x2345);
    free(allocated);
    return 0;
}
