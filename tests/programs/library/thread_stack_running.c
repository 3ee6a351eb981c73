// verdict: unsupported
/* Where the stack of a running thread is, nobody knows here. */
#define _GNU_SOURCE
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    void *address;
    size_t size;

    pthread_getattr_np(pthread_self(), &attributes);
    return pthread_attr_getstack(&attributes, &address, &size); // here
}
