// locks,memory
// Two elements are the same thread: it is joined twice.
#include <pthread.h>
void *worker(void *p)
{
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t[100];
    for (int i = 0; i < 100; i++)
        pthread_create(&t[i], 0, worker, 0);
    t[argc % 50] = t[99]; // unsafe
    for (int i = 0; i < 100; i++)
        pthread_join(t[i], 0);
    return 0;
}
