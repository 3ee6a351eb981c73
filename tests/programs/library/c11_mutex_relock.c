// verdict: deadlock
/* A plain C11 mutex that its owner locks again. */
#include <threads.h>

int main(void)
{
    mtx_t mutex;

    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    mtx_lock(&mutex); // here
}
