#include "show.h"
#include <pthread.h>
static void c(void *p)
{
    show((long)p);
}
static void *w(void *a)
{
    pthread_cleanup_push(c, (void *)1);
    pthread_cleanup_push(c, (void *)2);
    pthread_exit((void *)9);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, &r);
    show((long)r);
    pthread_cleanup_push(c, (void *)3);
    pthread_cleanup_pop(1);
    return 0;
}
